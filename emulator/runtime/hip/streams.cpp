// Streams, and functions of the host that they call.
#include <algorithm>

#include "emulator/runtime/hip/abi.hpp"
#include "emulator/runtime/hip/calls.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

constexpr unsigned kNonBlocking = 1;                       // hipStreamNonBlocking, the only flag
constexpr int kLeastPriority = 1, kGreatestPriority = -1;  // what AMD's runtime answers

Status create(Stream* handle, unsigned flags, int priority) {
  return call([&](Session& s) {
    if (handle == nullptr || (flags & ~kNonBlocking) != 0) return Error::invalid_value;
    *handle = s.streams().create(flags, std::clamp(priority, kGreatestPriority, kLeastPriority));
    return Error::success;
  });
}

template <typename Value>
Status tell(Stream handle, Value* to, Value StreamState::* field) {
  return call_on(handle, [&](Session&, StreamState& stream) {
    if (to == nullptr) return Error::invalid_value;
    *to = stream.*field;
    return Error::success;
  });
}

}  // namespace

LOCKSTEP_HIP Status hipStreamCreate(Stream* stream) {
  return create(stream, 0, 0);
}
LOCKSTEP_HIP Status hipStreamCreateWithFlags(Stream* stream, unsigned flags) {
  return create(stream, flags, 0);
}
LOCKSTEP_HIP Status hipStreamCreateWithPriority(Stream* stream, unsigned flags, int priority) {
  return create(stream, flags, priority);
}
LOCKSTEP_HIP Status hipExtStreamCreateWithCUMask(Stream* stream, std::uint32_t, const std::uint32_t*) {
  return create(stream, 0, 0);
}
LOCKSTEP_HIP Status hipStreamDestroy(Stream handle) {
  return call_on(handle, [&](Session& s, StreamState& stream) {
    return s.streams().destroy(&stream) ? Error::success : Error::invalid_resource_handle;
  });
}
// A stream that is captured can't be waited for: what it was given is not done.
LOCKSTEP_HIP Status hipStreamSynchronize(Stream handle) {
  return call_on(handle, [](Session& s, StreamState& stream) {
    if (stream.capture != nullptr) stream.is_spoilt = true;
    if (stream.capture != nullptr || s.streams().forbids_waiting(capture_mode()))
      return Error::stream_capture_unsupported;
    return wait(s, stream, Error::success);
  });
}
// A program that is told that it is done may rely on it.
LOCKSTEP_HIP Status hipStreamQuery(Stream handle) {
  return call_on(handle, [](Session& s, StreamState& stream) {
    if (stream.capture == nullptr) return s.poll(s.streams().awaited(stream));
    stream.is_spoilt = true;
    return Error::stream_capture_unsupported;
  });
}
LOCKSTEP_HIP Status hipDeviceSynchronize() {
  return waiting_call([](Session& s) { return s.wait_for_all(); });
}
LOCKSTEP_HIP Status hipStreamGetFlags(Stream handle, unsigned* flags) {
  return tell(handle, flags, &StreamState::flags);
}
LOCKSTEP_HIP Status hipStreamGetPriority(Stream handle, int* priority) {
  return tell(handle, priority, &StreamState::priority);
}
LOCKSTEP_HIP Status hipStreamGetDevice(Stream handle, int* device) {
  return call_on(handle, [&](Session&, StreamState&) {
    if (device == nullptr) return Error::invalid_value;
    *device = 0;
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return call([&](Session&) {
    if (least != nullptr) *least = kLeastPriority;
    if (greatest != nullptr) *greatest = kGreatestPriority;
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipStreamAddCallback(Stream handle, void (*callback)(Stream, Status, void*), void* data,
                                         unsigned) {
  return call_on(handle, [&](Session& s, StreamState& stream) {
    if (callback == nullptr) return Error::invalid_value;
    const auto work = [=](Session&, Accesses*) {
      callback(handle, 0, data);
      return Error::success;
    };
    return s.submit(stream, NodeType::host, host_function("hipStreamAddCallback", work));
  });
}
LOCKSTEP_HIP Status hipLaunchHostFunc(Stream handle, void (*function)(void*), void* data) {
  return call_on(handle, [&](Session& s, StreamState& stream) {
    if (function == nullptr) return Error::invalid_value;
    const auto work = [=](Session&, Accesses*) {
      function(data);
      return Error::success;
    };
    return s.submit(stream, NodeType::host, host_function("hipLaunchHostFunc", work));
  });
}
