// hipDeviceReset: nothing that the process had of the device stays, but what its own code has registered.
#include "emulator/runtime/hip/graphs.hpp"
#include "emulator/runtime/hip/registered.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

LOCKSTEP_HIP Status hipDeviceReset() {
  return call([](Session& s) {
    const Error late = s.wait_for_all();
    forget_graphs();
    forget_loaded();
    s.reset(managed_addresses());
    return late;
  });
}
LOCKSTEP_HIP Status hipDevicePrimaryCtxReset(int device) {
  return device == 0 ? hipDeviceReset() : answer(Error::invalid_device);
}
