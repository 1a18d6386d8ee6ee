// Allocating, copying and setting memory.

#include <string>

#include "emulator/runtime/hip/abi.hpp"
#include "emulator/runtime/hip/calls.hpp"
#include "emulator/runtime/hip/transfers.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

Error allocate(Session& s, void** address, std::size_t bytes) {
  if (address == nullptr) return Error::invalid_value;
  *address = nullptr;
  if (bytes == 0) return Error::success;
  const auto base = s.allocate(bytes);
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
  return waiting_call([&](Session& s) { return allocate(s, address, bytes); });
}
LOCKSTEP_HIP Status hipExtMallocWithFlags(void** address, std::size_t bytes, unsigned) {
  return hipMalloc(address, bytes);
}
LOCKSTEP_HIP Status hipFree(void* address) {
  return call([&](Session& s) {
    const Error late = s.wait_for_all();  // HIP documents that it waits
    const Error error = release(s, "hipFree", address);
    return error != Error::success ? error : late;
  });
}
LOCKSTEP_HIP Status hipHostMalloc(void** address, std::size_t bytes, unsigned) {
  return call([&](Session& s) { return allocate_host(s, address, bytes); });
}
LOCKSTEP_HIP Status hipMallocHost(void** address, std::size_t bytes) {
  return hipHostMalloc(address, bytes, 0);
}
LOCKSTEP_HIP Status hipMemAllocHost(void** address, std::size_t bytes) {
  return hipHostMalloc(address, bytes, 0);
}
LOCKSTEP_HIP Status hipHostAlloc(void** address, std::size_t bytes, unsigned) {
  return hipHostMalloc(address, bytes, 0);
}
LOCKSTEP_HIP Status hipExtHostAlloc(void** address, std::size_t bytes, unsigned) {
  return hipHostMalloc(address, bytes, 0);
}
LOCKSTEP_HIP Status hipMallocManaged(void** address, std::size_t bytes, unsigned) {
  return call([&](Session& s) { return allocate_host(s, address, bytes, HostKind::managed); });
}
LOCKSTEP_HIP Status hipHostFree(void* address) {
  return call([&](Session& s) {
    s.finish();
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
  return waiting_call_on_default([&](Session& s, StreamState& stream) {
    return wait(s, stream, copy(s, stream, "hipMemcpy", to, from, bytes, kind));
  });
}
LOCKSTEP_HIP Status hipMemcpyWithStream(void* to, const void* from, std::size_t bytes, int kind,
                                        Stream handle) {
  return call_on(handle, [&](Session& s, StreamState& stream) {
    return wait(s, stream, copy(s, stream, "hipMemcpyWithStream", to, from, bytes, kind));
  });
}
LOCKSTEP_HIP Status hipMemcpyAsync(void* to, const void* from, std::size_t bytes, int kind, Stream handle) {
  return call_on(handle, [&](Session& s, StreamState& stream) {
    return copy(s, stream, "hipMemcpyAsync", to, from, bytes, kind);
  });
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
LOCKSTEP_HIP Status hipMemcpyHtoDAsync(Address to, void* from, std::size_t bytes, Stream stream) {
  return hipMemcpyAsync(to, from, bytes, host_to_device, stream);
}
LOCKSTEP_HIP Status hipMemcpyDtoHAsync(void* to, Address from, std::size_t bytes, Stream stream) {
  return hipMemcpyAsync(to, from, bytes, device_to_host, stream);
}
LOCKSTEP_HIP Status hipMemcpyDtoDAsync(Address to, Address from, std::size_t bytes, Stream stream) {
  return hipMemcpyAsync(to, from, bytes, device_to_device, stream);
}

namespace {

Status set_and_wait(const char* name, void* to, std::uint32_t value, std::size_t element, std::size_t count) {
  return waiting_call_on_default([&](Session& s, StreamState& stream) {
    return wait(s, stream, set(s, stream, name, {to}, value, element, {count}));
  });
}
Status set_in_order(const char* name, void* to, std::uint32_t value, std::size_t element, std::size_t count,
                    Stream handle) {
  return call_on(handle, [&](Session& s, StreamState& stream) {
    return set(s, stream, name, {to}, value, element, {count});
  });
}

}  // namespace

LOCKSTEP_HIP Status hipMemset(void* to, int value, std::size_t bytes) {
  return set_and_wait("hipMemset", to, std::uint8_t(value), 1, bytes);
}
LOCKSTEP_HIP Status hipMemsetAsync(void* to, int value, std::size_t bytes, Stream stream) {
  return set_in_order("hipMemsetAsync", to, std::uint8_t(value), 1, bytes, stream);
}
LOCKSTEP_HIP Status hipMemsetD8(Address to, unsigned char value, std::size_t count) {
  return set_and_wait("hipMemsetD8", to, value, 1, count);
}
LOCKSTEP_HIP Status hipMemsetD8Async(Address to, unsigned char value, std::size_t count, Stream stream) {
  return set_in_order("hipMemsetD8Async", to, value, 1, count, stream);
}
LOCKSTEP_HIP Status hipMemsetD16(Address to, unsigned short value, std::size_t count) {
  return set_and_wait("hipMemsetD16", to, value, 2, count);
}
LOCKSTEP_HIP Status hipMemsetD16Async(Address to, unsigned short value, std::size_t count, Stream stream) {
  return set_in_order("hipMemsetD16Async", to, value, 2, count, stream);
}
LOCKSTEP_HIP Status hipMemsetD32(Address to, int value, std::size_t count) {
  return set_and_wait("hipMemsetD32", to, std::uint32_t(value), 4, count);
}
LOCKSTEP_HIP Status hipMemsetD32Async(Address to, int value, std::size_t count, Stream stream) {
  return set_in_order("hipMemsetD32Async", to, std::uint32_t(value), 4, count, stream);
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

// Memory that a program allocated by itself and lets kernels use.

LOCKSTEP_HIP Status hipHostRegister(void* address, std::size_t bytes, unsigned) {
  return call([&](Session& s) {
    if (address == nullptr || bytes == 0) return Error::invalid_value;
    return s.memory().register_host(address, bytes) ? Error::success : Error::host_memory_already_registered;
  });
}
LOCKSTEP_HIP Status hipHostUnregister(void* address) {
  return call([&](Session& s) {
    if (address == nullptr) return Error::invalid_value;
    s.finish();
    return s.memory().free_host(address, HostKind::registered) ? Error::success
                                                               : Error::host_memory_not_registered;
  });
}
LOCKSTEP_HIP Status hipHostGetFlags(unsigned* flags, void* address) {
  return call([&](Session& s) {
    if (flags == nullptr || !s.memory().is_host(number(address))) return Error::invalid_value;
    *flags = 0;
    return Error::success;
  });
}
