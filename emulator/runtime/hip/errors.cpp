// hipGetLastError and its kin.
#include "emulator/runtime/hip/abi.hpp"

namespace lockstep::runtime::hip {

Error& last_error() {
  thread_local Error last = Error::success;
  return last;
}

Status answer(Error error) {
  if (error != Error::success && error != Error::not_ready) last_error() = error;
  return Status(error);
}

}  // namespace lockstep::runtime::hip

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

LOCKSTEP_HIP Status hipGetLastError() {
  const Error error = last_error();
  last_error() = Error::success;
  return Status(error);
}
LOCKSTEP_HIP Status hipPeekAtLastError() {
  return Status(last_error());
}
LOCKSTEP_HIP Status hipExtGetLastError() {
  return hipGetLastError();
}
LOCKSTEP_HIP const char* hipGetErrorName(Status error) {
  return facts(Error(error)).name;
}
LOCKSTEP_HIP const char* hipGetErrorString(Status error) {
  return facts(Error(error)).sentence;
}
LOCKSTEP_HIP Status hipDrvGetErrorName(Status error, const char** name) {
  *name = facts(Error(error)).name;
  return 0;
}
LOCKSTEP_HIP Status hipDrvGetErrorString(Status error, const char** text) {
  *text = facts(Error(error)).sentence;
  return 0;
}
