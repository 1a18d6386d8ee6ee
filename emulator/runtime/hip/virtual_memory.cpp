// Virtual memory: addresses reserved, memory created, the two brought together
// (emulator/runtime/virtual_memory.hpp).
#include "emulator/runtime/virtual_memory.hpp"

#include <span>

#include "emulator/runtime/hip/abi.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

struct Location {
  int type, id;
};
constexpr int kOnDevice = 1;  // hipMemLocationTypeDevice
struct Access {               ///< hipMemAccessDesc
  Location location;
  int flags;
};
constexpr int kNone = 0, kReadWrite = 3;  // hipMemAccessFlags

// Work that is left to do sees the memory as it was.
template <typename Body>
Status on(Body body) {
  return call([&](Session& s) {
    s.finish();
    return body(s, s.virtual_memory());
  });
}

Error complain(Session& s, const char* what) {
  s.report().complain(what);
  return Error::not_supported;
}

}  // namespace

LOCKSTEP_HIP Status hipMemGetAllocationGranularity(std::size_t* granularity, const void* properties, int) {
  return on([&](Session&, VirtualMemory&) {
    if (granularity == nullptr || properties == nullptr) return Error::invalid_value;
    *granularity = VirtualMemory::kGranularity;
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipMemAddressReserve(void** address, std::size_t bytes, std::size_t alignment, void*,
                                         unsigned long long) {
  return on([&](Session&, VirtualMemory& v) {
    if (address == nullptr) return Error::invalid_value;
    const auto reserved = v.reserve(bytes, alignment);
    *address = reserved ? pointer(*reserved) : nullptr;
    return reserved ? Error::success : Error::invalid_value;
  });
}
LOCKSTEP_HIP Status hipMemAddressFree(void* address, std::size_t bytes) {
  return on([&](Session&, VirtualMemory& v) { return v.release_range(number(address), bytes); });
}
LOCKSTEP_HIP Status hipMemCreate(void** handle, std::size_t bytes, const PhysicalProperties* properties,
                                 unsigned long long) {
  return on([&](Session&, VirtualMemory& v) {
    if (handle == nullptr || properties == nullptr || bytes == 0 || bytes % VirtualMemory::kGranularity != 0)
      return Error::invalid_value;
    *handle = v.create(bytes, *properties);
    return *handle != nullptr ? Error::success : Error::out_of_memory;
  });
}
LOCKSTEP_HIP Status hipMemRelease(void* handle) {
  return on([&](Session&, VirtualMemory& v) { return v.release(static_cast<Physical*>(handle)); });
}
LOCKSTEP_HIP Status hipMemMap(void* address, std::size_t bytes, std::size_t offset, void* handle,
                              unsigned long long) {
  return on([&](Session& s, VirtualMemory& v) {
    if (offset != 0) return complain(s, "hipMemMap: an offset into the memory is not there");
    const Error error = v.map(number(address), bytes, static_cast<Physical*>(handle));
    return error == Error::not_supported ? complain(s, "hipMemMap: memory at two addresses is not there")
                                         : error;
  });
}
LOCKSTEP_HIP Status hipMemUnmap(void* address, std::size_t bytes) {
  return on([&](Session&, VirtualMemory& v) { return v.unmap(number(address), bytes); });
}
LOCKSTEP_HIP Status hipMemSetAccess(void* address, std::size_t bytes, const Access* all, std::size_t count) {
  return on([&](Session&, VirtualMemory& v) {
    if (all == nullptr) return Error::invalid_value;
    for (const Access& a : std::span(all, count)) {
      if (a.location.type != kOnDevice || a.location.id != 0) return Error::invalid_device;
      if (const Error e = v.set_access(number(address), bytes, a.flags != kNone); e != Error::success)
        return e;
    }
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipMemGetAccess(unsigned long long* flags, const Location* location, void* address) {
  return on([&](Session&, VirtualMemory& v) {
    const auto* const mapping = v.find(number(address));
    if (flags == nullptr || location == nullptr || mapping == nullptr) return Error::invalid_value;
    *flags = mapping->accessible ? kReadWrite : kNone;
    return location->id == 0 ? Error::success : Error::invalid_device;
  });
}
LOCKSTEP_HIP Status hipMemRetainAllocationHandle(void** handle, void* address) {
  return on([&](Session&, VirtualMemory& v) {
    const auto* const mapping = v.find(number(address));
    if (handle == nullptr || mapping == nullptr) return Error::invalid_value;
    ++mapping->physical->references;
    *handle = mapping->physical;
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipMemGetAllocationPropertiesFromHandle(PhysicalProperties* properties, void* handle) {
  return on([&](Session&, VirtualMemory& v) {
    const auto* const physical = static_cast<const Physical*>(handle);
    if (properties == nullptr || !v.owns(physical)) return Error::invalid_value;
    *properties = physical->properties;
    return Error::success;
  });
}
