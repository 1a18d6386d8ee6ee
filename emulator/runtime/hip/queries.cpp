// What programs ask or advise on the way, and what has one answer here: limits, flags, identifiers, hints.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <map>
#include <string_view>

#include "emulator/runtime/hip/properties.hpp"
#include "emulator/runtime/hip/registered.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

unsigned& device_flags() {
  static unsigned flags = 0;
  return flags;
}
constexpr int kStackSize = 0;
std::map<int, std::size_t>& limits() {
  // hipLimitStackSize, hipLimitPrintfFifoSize, hipLimitMallocHeapSize: the defaults of ROCm's runtime.
  static std::map<int, std::size_t> all{
      {kStackSize, lockstep::machine::kStackBytes}, {1, 1 << 20}, {2, 8 << 20}};
  return all;
}
constexpr std::string_view kBusId = "0000:00:00.0";

struct Uuid {
  std::array<char, 16> bytes;
};

}  // namespace

LOCKSTEP_HIP Status hipFuncSetCacheConfig(const void*, int) {
  return succeed();
}
LOCKSTEP_HIP Status hipFuncSetSharedMemConfig(const void*, int) {
  return succeed();
}
LOCKSTEP_HIP Status hipDeviceSetCacheConfig(int) {
  return succeed();
}
LOCKSTEP_HIP Status hipDeviceGetCacheConfig(int* config) {
  return tell(config, 0);
}
LOCKSTEP_HIP Status hipDeviceSetSharedMemConfig(int) {
  return succeed();
}
LOCKSTEP_HIP Status hipDeviceGetSharedMemConfig(int* config) {
  return tell(config, 0);
}
LOCKSTEP_HIP Status hipSetDeviceFlags(unsigned flags) {
  // At most one bit of hipDeviceScheduleMask is set; 8 is hipDeviceMapHost, 16 hipDeviceLmemResizeToMax.
  constexpr unsigned kSchedule = 7, kAll = kSchedule | 8 | 16;
  if ((flags & ~kAll) != 0 || std::popcount(flags & kSchedule) > 1) return answer(Error::invalid_value);
  device_flags() = flags & kSchedule;
  return succeed();
}
LOCKSTEP_HIP Status hipGetDeviceFlags(unsigned* flags) {
  return tell(flags, device_flags());
}
LOCKSTEP_HIP Status hipDevicePrimaryCtxGetState(int device, unsigned* flags, int* active) {
  if (const Status failed = tell(flags, device_flags(), device); failed != 0) return failed;
  return tell(active, 1);
}
LOCKSTEP_HIP Status hipDeviceGetLimit(std::size_t* value, int limit) {
  const auto found = limits().find(limit);
  return found != limits().end() ? tell(value, found->second) : answer(Error::invalid_value);
}
LOCKSTEP_HIP Status hipDeviceSetLimit(int limit, std::size_t value) {
  const auto found = limits().find(limit);
  if (found == limits().end()) return answer(Error::invalid_value);
  found->second = value;
  if (limit != kStackSize) return succeed();
  return call([&](Session& s) {
    s.set_stack(std::uint32_t(std::min<std::size_t>(value, std::numeric_limits<std::uint32_t>::max())));
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipDeviceGetPCIBusId(char* to, int length, int device) {
  return call([&](Session&) {
    if (to == nullptr || length <= int(kBusId.size())) return Error::invalid_value;
    std::memcpy(to, kBusId.data(), kBusId.size() + 1);
    return device == 0 ? Error::success : Error::invalid_device;
  });
}
LOCKSTEP_HIP Status hipDeviceGetByPCIBusId(int* device, const char* id) {
  return id != nullptr && kBusId == id ? tell(device, 0) : answer(Error::invalid_value);
}
LOCKSTEP_HIP Status hipDeviceGetUuid(Uuid* uuid, int device) {
  Uuid is{};
  std::memcpy(is.bytes.data(), kDeviceUuid, sizeof kDeviceUuid);
  return tell(uuid, is, device);
}
LOCKSTEP_HIP Status hipDeviceComputeCapability(int* major, int* minor, int device) {
  return call([&](Session& s) {
    if (major == nullptr || minor == nullptr) return Error::invalid_value;
    *major = s.device().device.major, *minor = s.device().device.minor;
    return device == 0 ? Error::success : Error::invalid_device;
  });
}
LOCKSTEP_HIP int hipGetStreamDeviceId(Stream) {
  return 0;
}
LOCKSTEP_HIP Status hipStreamGetId(Stream handle, unsigned long long* id) {
  return call_on(handle, [&](Session&, StreamState& stream) {
    if (id == nullptr) return Error::invalid_value;
    *id = stream.queue;
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipGetFuncBySymbol(FunctionHandle* handle, const void* stub) {
  return call([&](Session& s) {
    const auto function = function_of(s, stub);
    if (handle == nullptr || !function) return function ? Error::invalid_value : function.error();
    *handle = *function;
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipMemPtrGetInfo(void* address, std::size_t* bytes) {
  return call([&](Session& s) {
    const auto extent = s.memory().extent(number(address));
    if (bytes == nullptr || !extent || extent->first != number(address)) return Error::invalid_value;
    *bytes = extent->second;
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipProfilerStart() {
  return succeed();
}
LOCKSTEP_HIP Status hipProfilerStop() {
  return succeed();
}
