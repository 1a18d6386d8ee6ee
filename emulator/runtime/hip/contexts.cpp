// Contexts of the driver interface: every process has one, that of the device.

#include "emulator/runtime/hip/abi.hpp"
#include "emulator/runtime/hip/registered.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

using Context = void*;
constexpr int kApiVersion = 4;  // what AMD's library answers

Context the_context() {
  static char context = 0;
  return &context;
}

Status take(Context context) {
  return call([&](Session&) {
    return context == nullptr || context == the_context() ? Error::success : Error::invalid_value;
  });
}

}  // namespace

LOCKSTEP_HIP Status hipCtxCreate(Context* context, unsigned, int device) {
  return tell(context, the_context(), device);
}
LOCKSTEP_HIP Status hipCtxGetCurrent(Context* context) {
  return tell(context, the_context());
}
// Without a place for it, which context it was is not told.
LOCKSTEP_HIP Status hipCtxPopCurrent(Context* context) {
  return context != nullptr ? tell(context, the_context()) : take(nullptr);
}
LOCKSTEP_HIP Status hipDevicePrimaryCtxRetain(Context* context, int device) {
  return tell(context, the_context(), device);
}
LOCKSTEP_HIP Status hipCtxDestroy(Context context) {
  return take(context);
}
LOCKSTEP_HIP Status hipCtxSetCurrent(Context context) {
  return take(context);
}
LOCKSTEP_HIP Status hipCtxPushCurrent(Context context) {
  return take(context);
}
LOCKSTEP_HIP Status hipCtxGetDevice(int* device) {
  return tell(device, 0);
}
LOCKSTEP_HIP Status hipCtxGetFlags(unsigned* flags) {
  return tell(flags, 0);
}
LOCKSTEP_HIP Status hipCtxGetApiVersion(Context, int* version) {
  return tell(version, kApiVersion);
}
LOCKSTEP_HIP Status hipCtxSynchronize() {
  return call([](Session& s) { return s.wait_for_all(); });
}
LOCKSTEP_HIP Status hipDevicePrimaryCtxRelease(int device) {
  return succeed(device);
}
LOCKSTEP_HIP Status hipDevicePrimaryCtxSetFlags(int device, unsigned) {
  return succeed(device);
}

// hipDeviceReset: nothing that the process had of the device stays, but what its own code has registered.

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
