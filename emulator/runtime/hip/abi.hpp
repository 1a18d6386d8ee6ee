// The C ABI of HIP 5, 6 and 7 as far as it is served: types, and how every call begins and ends.
//
// Handles are pointers that programs only pass back. Numbers of enumerations are HIP's (HIP API reference).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "emulator/runtime/session.hpp"

#define LOCKSTEP_HIP extern "C" __attribute__((visibility("default")))

namespace lockstep::runtime::hip {

using Status = int;  ///< hipError_t
struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
};
using Stream = void*;
using Event = void*;
using ModuleHandle = void*;
using FunctionHandle = void*;
using Address = void*;  ///< an address of the device
/// hipStreamPerThread: of the calls whose names end in _spt
inline constexpr std::uintptr_t kPerThreadStream = 2;

/// What this thread's last call that failed answered, until somebody asks: hipGetLastError.
Error& last_error();

/// Answers, and remembers what is no success.
Status answer(Error error);

/// Runs a call: one at a time, and not after a launch that stopped.
template <typename Call>
Status call(Call body) {
  Session& session = Session::of_process();
  std::unique_lock lock(session.mutex());
  session.begin_call();
  const Status status = answer(session.sticky() != Error::success ? session.sticky() : body(session));
  const auto later = session.end_call();
  lock.unlock();
  for (const auto& what : later) what();
  return status;
}

/// A call that has nothing to do, of the only device.
inline Status succeed(int device = 0) {
  return call([&](Session&) { return device == 0 ? Error::success : Error::invalid_device; });
}

/// A call of the only device that has one answer.
template <typename T>
Status tell(T* to, std::type_identity_t<T> value, int device = 0) {
  return call([&](Session&) {
    if (to == nullptr) return Error::invalid_value;
    if (device != 0) return Error::invalid_device;
    *to = value;
    return Error::success;
  });
}

/// This thread's, of hipThreadExchangeStreamCaptureMode.
CaptureMode& capture_mode();

/// Runs a call that waits for the device: none may come while a stream is captured, unless its thread or the
/// capture allow it. `refusal`: its answer then.
template <typename Call>
Status waiting_call(Call body, Error refusal = Error::stream_capture_unsupported) {
  return call([&](Session& session) {
    return session.streams().forbids_waiting(capture_mode()) ? refusal : body(session);
  });
}
/// One that waits for the default stream.
template <typename Call>
Status waiting_call_on_default(Call body) {
  return waiting_call([&](Session& session) { return body(session, *session.streams().find(nullptr)); },
                      Error::stream_capture_implicit);
}

/// Runs a call on a stream.
template <typename Call>
Status call_on(Stream handle, Call body) {
  return call([&](Session& session) {
    StreamState* const stream = session.streams().find(handle);
    return stream != nullptr ? body(session, *stream) : Error::invalid_resource_handle;
  });
}

/// A call that returns when the stream has come to its end.
inline Error wait(Session& session, StreamState& stream, Error error) {
  const Error late = session.wait_for(stream);
  return error != Error::success ? error : late;
}

inline std::uint64_t number(const void* address) {
  return std::uint64_t(reinterpret_cast<std::uintptr_t>(address));
}
// NOLINTBEGIN(performance-no-int-to-ptr): device addresses are pointers to programs
inline void* pointer(std::uint64_t address) {
  return reinterpret_cast<void*>(std::uintptr_t(address));
}
// NOLINTEND(performance-no-int-to-ptr)

}  // namespace lockstep::runtime::hip
