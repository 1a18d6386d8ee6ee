// Streams and events. Everything is done when its call returns, so a stream is always idle and an event has passed.
#include <chrono>

#include "emulator/runtime/hip/abi.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

using Clock = std::chrono::steady_clock;

struct StreamState {
  int priority = 0;
  unsigned flags = 0;
};
struct EventState {
  Clock::time_point at{};
};

Status nothing_to_do() {
  return call([](Session&) { return Error::success; });
}

Status create_stream(Stream* stream, unsigned flags, int priority) {
  return call([&](Session&) {
    if (stream == nullptr) return Error::invalid_value;
    *stream = new StreamState{priority, flags};
    return Error::success;
  });
}

Status create_event(Event* event) {
  return call([&](Session&) {
    if (event == nullptr) return Error::invalid_value;
    *event = new EventState;
    return Error::success;
  });
}

}  // namespace

LOCKSTEP_HIP Status hipStreamCreate(Stream* stream) {
  return create_stream(stream, 0, 0);
}
LOCKSTEP_HIP Status hipStreamCreateWithFlags(Stream* stream, unsigned flags) {
  return create_stream(stream, flags, 0);
}
LOCKSTEP_HIP Status hipStreamCreateWithPriority(Stream* stream, unsigned flags, int priority) {
  return create_stream(stream, flags, priority);
}
LOCKSTEP_HIP Status hipStreamDestroy(Stream stream) {
  return call([&](Session&) {
    delete static_cast<StreamState*>(stream);
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipStreamSynchronize(Stream) {
  return nothing_to_do();
}
LOCKSTEP_HIP Status hipStreamQuery(Stream) {
  return nothing_to_do();
}
LOCKSTEP_HIP Status hipStreamWaitEvent(Stream, Event, unsigned) {
  return nothing_to_do();
}
LOCKSTEP_HIP Status hipStreamGetFlags(Stream stream, unsigned* flags) {
  return call([&](Session&) {
    if (flags == nullptr) return Error::invalid_value;
    *flags = stream != nullptr ? static_cast<StreamState*>(stream)->flags : 0;
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return call([&](Session&) {
    if (least != nullptr) *least = 0;
    if (greatest != nullptr) *greatest = 0;
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipStreamAddCallback(Stream stream, void (*callback)(Stream, Status, void*), void* data,
                                         unsigned) {
  if (const Status status = nothing_to_do(); status != 0) return status;
  callback(stream, 0, data);
  return 0;
}
LOCKSTEP_HIP Status hipLaunchHostFunc(Stream, void (*function)(void*), void* data) {
  if (const Status status = nothing_to_do(); status != 0) return status;
  function(data);
  return 0;
}

LOCKSTEP_HIP Status hipEventCreate(Event* event) {
  return create_event(event);
}
LOCKSTEP_HIP Status hipEventCreateWithFlags(Event* event, unsigned) {
  return create_event(event);
}
LOCKSTEP_HIP Status hipEventDestroy(Event event) {
  return call([&](Session&) {
    delete static_cast<EventState*>(event);
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipEventRecord(Event event, Stream) {
  return call([&](Session&) {
    if (event == nullptr) return Error::invalid_resource_handle;
    static_cast<EventState*>(event)->at = Clock::now();
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipEventSynchronize(Event) {
  return nothing_to_do();
}
LOCKSTEP_HIP Status hipEventQuery(Event) {
  return nothing_to_do();
}
LOCKSTEP_HIP Status hipEventElapsedTime(float* milliseconds, Event start, Event stop) {
  return call([&](Session&) {
    if (milliseconds == nullptr || start == nullptr || stop == nullptr) return Error::invalid_resource_handle;
    const auto elapsed = static_cast<EventState*>(stop)->at - static_cast<EventState*>(start)->at;
    *milliseconds = std::chrono::duration<float, std::milli>(elapsed).count();
    return Error::success;
  });
}
