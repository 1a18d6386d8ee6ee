// Devices and their properties: there is one.
#include <algorithm>
#include <cstring>

#include "emulator/runtime/hip/abi.hpp"
#include "emulator/runtime/hip/loaded_name.hpp"
#include "emulator/runtime/hip/properties.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

// HIP_VERSION: major * 10^7 + minor * 10^5 + patch, of a late release of the version that the program was
// built for: some ask for a minor version, too.
int version() {
  return loaded_major() == 5 ? 50'731'921 : loaded_major() == 7 ? 70'226'015 : 60'443'482;
}

Error check_device(int device) {
  return device == 0 ? Error::success : Error::invalid_device;
}

template <typename Properties>
Status properties(Properties* p, int device) {
  return call([&](Session& s) {
    if (p == nullptr) return Error::invalid_value;
    if (device != 0) return Error::invalid_device;
    describe(s.device(), s.device_name(), *p);
    return Error::success;
  });
}

}  // namespace

LOCKSTEP_HIP Status hipInit(unsigned) {
  return succeed();
}
LOCKSTEP_HIP Status hipGetDeviceCount(int* count) {
  return tell(count, 1);
}
LOCKSTEP_HIP Status hipGetDevice(int* device) {
  return tell(device, 0);
}
LOCKSTEP_HIP Status hipDeviceGet(int* handle, int device) {
  return device == 0 ? tell(handle, 0) : answer(Error::invalid_device);
}
LOCKSTEP_HIP Status hipSetDevice(int device) {
  return succeed(device);
}
LOCKSTEP_HIP Status hipDriverGetVersion(int* to) {
  return tell(to, version());
}
LOCKSTEP_HIP Status hipRuntimeGetVersion(int* to) {
  return tell(to, version());
}
LOCKSTEP_HIP Status hipGetDeviceProperties(Properties5* p, int device) {
  return properties(p, device);
}
LOCKSTEP_HIP Status hipGetDevicePropertiesR0600(Properties6* p, int device) {
  return properties(p, device);
}
LOCKSTEP_HIP Status hipDeviceGetName(char* name, int length, int device) {
  return call([&](Session& s) {
    if (name == nullptr || length <= 0) return Error::invalid_value;
    const std::size_t count = std::min(s.device_name().size(), std::size_t(length - 1));
    std::memcpy(name, s.device_name().data(), count);
    name[count] = 0;
    return check_device(device);
  });
}
LOCKSTEP_HIP Status hipDeviceTotalMem(std::size_t* bytes, int device) {
  return call([&](Session& s) {
    if (bytes == nullptr) return Error::invalid_value;
    *bytes = s.device().device.memory_bytes;
    return check_device(device);
  });
}
LOCKSTEP_HIP Status hipMemGetInfo(std::size_t* free, std::size_t* total) {
  return call([&](Session& s) {
    if (free == nullptr || total == nullptr) return Error::invalid_value;
    *total = s.memory().limit();
    *free = s.memory().limit() - s.memory().used();
    return Error::success;
  });
}
