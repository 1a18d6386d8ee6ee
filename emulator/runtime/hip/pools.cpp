// Allocations in the order of a stream, and the pools that they come from. There is no reuse: a pool is a
// handle.
#include <map>

#include "emulator/runtime/hip/abi.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

using Pool = void*;

struct PoolState {
  std::map<int, std::uint64_t> attributes;  ///< [hipMemPoolAttr]
};
PoolState& default_pool() {
  static auto* const pool = new PoolState;
  return *pool;
}

/// hipMemPoolAttr: the first three are flags of 32 bits, the others numbers of 64.
constexpr int kLastFlag = 3, kUsedCurrent = 7, kUsedHigh = 8;

// Other streams may use the memory once they know that it is there, and may no longer when it is given back.
Error allocate(Session& s, StreamState& stream, const char* name, void** address, std::size_t bytes) {
  if (address == nullptr) return Error::invalid_value;
  *address = nullptr;
  if (bytes == 0) return Error::success;
  const auto base = s.allocate(bytes);
  if (!base) return Error::out_of_memory;
  *address = pointer(*base);
  if (stream.capture != nullptr) return Error::success;
  const auto work = [base = *base, bytes](Session&, Accesses* accesses) {
    if (accesses != nullptr) accesses->writes.push_back({base, base + bytes});
    return Error::success;
  };
  return s.submit(stream, NodeType::empty, {name, work});
}

Error release(Session& s, StreamState& stream, void* address) {
  if (address == nullptr || stream.capture != nullptr) return Error::success;
  const auto extent = s.memory().extent(number(address));
  if (!extent || extent->first != number(address) || s.memory().is_host(number(address))) {
    s.report().complain("hipFreeAsync: no allocation begins at the address that is freed");
    return Error::invalid_value;
  }
  const lockstep::observe::Footprint::Range range{extent->first, extent->first + extent->second};
  const auto work = [range](Session&, Accesses* accesses) {
    if (accesses != nullptr) accesses->writes.push_back(range);
    return Error::success;
  };
  return s.submit(stream, NodeType::empty, {"hipFreeAsync", work, false, range});
}

Status give_default(Pool* pool, int device) {
  return call([&](Session&) {
    if (pool == nullptr) return Error::invalid_value;
    *pool = &default_pool();
    return device == 0 ? Error::success : Error::invalid_device;
  });
}

}  // namespace

LOCKSTEP_HIP Status hipMallocAsync(void** address, std::size_t bytes, Stream handle) {
  return call_on(handle, [&](Session& s, StreamState& stream) {
    return allocate(s, stream, "hipMallocAsync", address, bytes);
  });
}
LOCKSTEP_HIP Status hipMallocFromPoolAsync(void** address, std::size_t bytes, Pool, Stream handle) {
  return call_on(handle, [&](Session& s, StreamState& stream) {
    return allocate(s, stream, "hipMallocFromPoolAsync", address, bytes);
  });
}
LOCKSTEP_HIP Status hipFreeAsync(void* address, Stream handle) {
  return call_on(handle, [&](Session& s, StreamState& stream) { return release(s, stream, address); });
}
LOCKSTEP_HIP Status hipDeviceGetDefaultMemPool(Pool* pool, int device) {
  return give_default(pool, device);
}
LOCKSTEP_HIP Status hipDeviceGetMemPool(Pool* pool, int device) {
  return give_default(pool, device);
}
LOCKSTEP_HIP Status hipDeviceSetMemPool(int, Pool) {
  return succeed();
}
LOCKSTEP_HIP Status hipMemPoolCreate(Pool* pool, const void*) {
  return call([&](Session&) {
    if (pool == nullptr) return Error::invalid_value;
    *pool = new PoolState;
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipMemPoolDestroy(Pool pool) {
  return call([&](Session&) {
    if (pool == nullptr || pool == &default_pool()) return Error::invalid_value;
    delete static_cast<PoolState*>(pool);
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipMemPoolTrimTo(Pool, std::size_t) {
  return succeed();
}
LOCKSTEP_HIP Status hipMemPoolSetAccess(Pool, const void*, std::size_t) {
  return succeed();
}
LOCKSTEP_HIP Status hipMemPoolSetAttribute(Pool pool, int attribute, void* value) {
  return call([&](Session&) {
    if (pool == nullptr || value == nullptr) return Error::invalid_value;
    static_cast<PoolState*>(pool)->attributes[attribute] = attribute <= kLastFlag
                                                               ? *static_cast<const std::uint32_t*>(value)
                                                               : *static_cast<const std::uint64_t*>(value);
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipMemPoolGetAttribute(Pool pool, int attribute, void* value) {
  return call([&](Session& s) {
    if (pool == nullptr || value == nullptr) return Error::invalid_value;
    std::uint64_t found = static_cast<PoolState*>(pool)->attributes[attribute];
    if (attribute == kUsedCurrent || attribute == kUsedHigh) found = s.memory().used();
    if (attribute <= kLastFlag)
      *static_cast<std::uint32_t*>(value) = std::uint32_t(found);
    else
      *static_cast<std::uint64_t*>(value) = found;
    return Error::success;
  });
}
