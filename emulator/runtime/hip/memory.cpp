// Allocating, copying and setting memory.
#include <cstring>

#include "emulator/runtime/hip/abi.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

/// hipMemcpyKind.
enum Kind : int { host_to_host, host_to_device, device_to_host, device_to_device, by_pointers };

Error bad_range(Session& s, const char* name, std::uint64_t address, std::uint64_t bytes) {
  s.report().complain(std::string(name) + ": " + s.memory().fault(address, bytes));
  return Error::invalid_value;
}

// A pointer that the device owns is a device address, whatever the direction that the program names.
Error copy(Session& s, const char* name, void* to, const void* from, std::size_t bytes, int kind) {
  if (kind < host_to_host || kind > by_pointers) return Error::invalid_memcpy_direction;
  if (bytes == 0) return Error::success;
  if (to == nullptr || from == nullptr) return Error::invalid_value;
  DeviceMemory& memory = s.memory();
  const bool to_device = memory.owns(number(to)) || kind == host_to_device || kind == device_to_device;
  const bool from_device = memory.owns(number(from)) || kind == device_to_host || kind == device_to_device;
  if (to_device && !memory.fault(number(to), bytes).empty()) return bad_range(s, name, number(to), bytes);
  if (from_device && !memory.fault(number(from), bytes).empty())
    return bad_range(s, name, number(from), bytes);
  const bool into = to_device && memory.owns(number(to)), out = from_device && memory.owns(number(from));
  if (into && out)
    memory.copy(number(to), number(from), bytes);
  else if (into)
    memory.copy_in(number(to), from, bytes);
  else if (out)
    memory.copy_out(to, number(from), bytes);
  else
    std::memmove(to, from, bytes);
  return Error::success;
}

template <typename Element>
Error set(Session& s, const char* name, void* to, Element value, std::size_t count) {
  if (count == 0) return Error::success;
  if (!s.memory().fault(number(to), count * sizeof value).empty())
    return bad_range(s, name, number(to), count * sizeof value);
  if (s.memory().is_host(number(to))) {
    for (std::size_t i = 0; i < count; ++i)
      std::memcpy(static_cast<std::uint8_t*>(to) + i * sizeof value, &value, sizeof value);
    return Error::success;
  }
  s.memory().fill(number(to), {reinterpret_cast<const std::uint8_t*>(&value), sizeof value}, count);
  return Error::success;
}

Error allocate(Session& s, void** address, std::size_t bytes) {
  if (address == nullptr) return Error::invalid_value;
  *address = nullptr;
  if (bytes == 0) return Error::success;
  const auto base = s.memory().allocate(bytes);
  if (!base) return Error::out_of_memory;
  *address = pointer(*base);
  return Error::success;
}

Error release(Session& s, const char* name, void* address) {
  if (address == nullptr || s.memory().free(number(address)) ||
      s.memory().free_host(address, HostKind::managed))
    return Error::success;
  s.report().complain(std::string(name) + ": no allocation begins at the address that is freed");
  return Error::invalid_value;
}

Error allocate_host(Session& s, void** address, std::size_t bytes, HostKind kind = HostKind::pinned) {
  if (address == nullptr) return Error::invalid_value;
  *address = s.memory().allocate_host(bytes, kind);
  return Error::success;
}

}  // namespace

LOCKSTEP_HIP Status hipMalloc(void** address, std::size_t bytes) {
  return call([&](Session& s) { return allocate(s, address, bytes); });
}
LOCKSTEP_HIP Status hipMallocAsync(void** address, std::size_t bytes, Stream) {
  return hipMalloc(address, bytes);
}
LOCKSTEP_HIP Status hipExtMallocWithFlags(void** address, std::size_t bytes, unsigned) {
  return hipMalloc(address, bytes);
}
LOCKSTEP_HIP Status hipFree(void* address) {
  return call([&](Session& s) { return release(s, "hipFree", address); });
}
LOCKSTEP_HIP Status hipFreeAsync(void* address, Stream) {
  return hipFree(address);
}
LOCKSTEP_HIP Status hipHostMalloc(void** address, std::size_t bytes, unsigned) {
  return call([&](Session& s) { return allocate_host(s, address, bytes); });
}
LOCKSTEP_HIP Status hipMallocHost(void** address, std::size_t bytes) {
  return hipHostMalloc(address, bytes, 0);
}
LOCKSTEP_HIP Status hipHostAlloc(void** address, std::size_t bytes, unsigned) {
  return hipHostMalloc(address, bytes, 0);
}
LOCKSTEP_HIP Status hipMallocManaged(void** address, std::size_t bytes, unsigned) {
  return call([&](Session& s) { return allocate_host(s, address, bytes, HostKind::managed); });
}
LOCKSTEP_HIP Status hipHostFree(void* address) {
  return call([&](Session& s) {
    return address == nullptr || s.memory().free_host(address) ? Error::success : Error::invalid_value;
  });
}
LOCKSTEP_HIP Status hipFreeHost(void* address) {
  return hipHostFree(address);
}
LOCKSTEP_HIP Status hipHostGetDevicePointer(void** device, void* host, unsigned) {
  return call([&](Session& s) {
    if (device == nullptr || !s.memory().is_host(number(host))) return Error::invalid_value;
    *device = host;
    return Error::success;
  });
}

LOCKSTEP_HIP Status hipMemcpy(void* to, const void* from, std::size_t bytes, int kind) {
  return call([&](Session& s) { return copy(s, "hipMemcpy", to, from, bytes, kind); });
}
LOCKSTEP_HIP Status hipMemcpyAsync(void* to, const void* from, std::size_t bytes, int kind, Stream) {
  return call([&](Session& s) { return copy(s, "hipMemcpyAsync", to, from, bytes, kind); });
}
LOCKSTEP_HIP Status hipMemcpyWithStream(void* to, const void* from, std::size_t bytes, int kind, Stream) {
  return call([&](Session& s) { return copy(s, "hipMemcpyWithStream", to, from, bytes, kind); });
}
LOCKSTEP_HIP Status hipMemcpyHtoD(Address to, void* from, std::size_t bytes) {
  return hipMemcpy(to, from, bytes, host_to_device);
}
LOCKSTEP_HIP Status hipMemcpyDtoH(void* to, Address from, std::size_t bytes) {
  return hipMemcpy(to, from, bytes, device_to_host);
}
LOCKSTEP_HIP Status hipMemcpyDtoD(Address to, Address from, std::size_t bytes) {
  return hipMemcpy(to, from, bytes, device_to_device);
}
LOCKSTEP_HIP Status hipMemcpyHtoDAsync(Address to, void* from, std::size_t bytes, Stream) {
  return hipMemcpy(to, from, bytes, host_to_device);
}
LOCKSTEP_HIP Status hipMemcpyDtoHAsync(void* to, Address from, std::size_t bytes, Stream) {
  return hipMemcpy(to, from, bytes, device_to_host);
}
LOCKSTEP_HIP Status hipMemcpyDtoDAsync(Address to, Address from, std::size_t bytes, Stream) {
  return hipMemcpy(to, from, bytes, device_to_device);
}

LOCKSTEP_HIP Status hipMemset(void* to, int value, std::size_t bytes) {
  return call([&](Session& s) { return set(s, "hipMemset", to, std::uint8_t(value), bytes); });
}
LOCKSTEP_HIP Status hipMemsetAsync(void* to, int value, std::size_t bytes, Stream) {
  return hipMemset(to, value, bytes);
}
LOCKSTEP_HIP Status hipMemsetD8(Address to, unsigned char value, std::size_t count) {
  return hipMemset(to, value, count);
}
LOCKSTEP_HIP Status hipMemsetD8Async(Address to, unsigned char value, std::size_t count, Stream) {
  return hipMemset(to, value, count);
}
LOCKSTEP_HIP Status hipMemsetD16(Address to, unsigned short value, std::size_t count) {
  return call([&](Session& s) { return set(s, "hipMemsetD16", to, std::uint16_t(value), count); });
}
LOCKSTEP_HIP Status hipMemsetD32(Address to, int value, std::size_t count) {
  return call([&](Session& s) { return set(s, "hipMemsetD32", to, std::uint32_t(value), count); });
}
LOCKSTEP_HIP Status hipMemsetD32Async(Address to, int value, std::size_t count, Stream) {
  return hipMemsetD32(to, value, count);
}
LOCKSTEP_HIP Status hipMemGetAddressRange(Address* base, std::size_t* bytes, Address address) {
  return call([&](Session& s) {
    const auto extent = s.memory().extent(number(address));
    if (!extent) return Error::invalid_value;
    if (base != nullptr) *base = pointer(extent->first);
    if (bytes != nullptr) *bytes = extent->second;
    return Error::success;
  });
}
