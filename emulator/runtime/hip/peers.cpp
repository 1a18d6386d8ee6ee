// Other devices: there are none, and a device is no peer of itself.
#include "emulator/runtime/hip/transfers.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

extern "C" {
Status hipMemcpy(void* to, const void* from, std::size_t bytes, int kind);
Status hipMemcpyAsync(void* to, const void* from, std::size_t bytes, int kind, Stream stream);
}

namespace {

Status no_peer(int device) {
  return call([&](Session&) { return device == 0 ? Error::invalid_value : Error::invalid_device; });
}

}  // namespace

LOCKSTEP_HIP Status hipDeviceCanAccessPeer(int* can, int device, int peer) {
  return call([&](Session&) {
    if (can == nullptr) return Error::invalid_value;
    *can = 0;
    return device == 0 && peer == 0 ? Error::success : Error::invalid_device;
  });
}
LOCKSTEP_HIP Status hipDeviceEnablePeerAccess(int device, unsigned) {
  return no_peer(device);
}
LOCKSTEP_HIP Status hipDeviceDisablePeerAccess(int device) {
  return no_peer(device);
}
LOCKSTEP_HIP Status hipMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                                  std::size_t bytes) {
  if (to_device != 0 || from_device != 0) return answer(Error::invalid_device);
  return hipMemcpy(to, from, bytes, device_to_device);
}
LOCKSTEP_HIP Status hipMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                       std::size_t bytes, Stream stream) {
  if (to_device != 0 || from_device != 0) return answer(Error::invalid_device);
  return hipMemcpyAsync(to, from, bytes, device_to_device, stream);
}
