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

namespace {

// A number that is no error has no name and no description.
Status tell_of(Status error, const char** to, const char* ErrorFacts::* what) {
  if (to == nullptr) return answer(Error::invalid_value);
  const ErrorFacts& of = facts(Error(error));
  const bool is_error = Status(of.error) == error;
  *to = is_error ? of.*what : nullptr;
  return is_error ? 0 : answer(Error::invalid_value);
}

}  // namespace

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
  return tell_of(error, name, &ErrorFacts::name);
}
LOCKSTEP_HIP Status hipDrvGetErrorString(Status error, const char** text) {
  return tell_of(error, text, &ErrorFacts::sentence);
}
