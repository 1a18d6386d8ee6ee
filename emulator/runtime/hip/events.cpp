// Events: recorded as work of a stream.
#include "emulator/runtime/hip/abi.hpp"
#include "emulator/runtime/hip/calls.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

// Handles are addresses of these; a program that passes another one is as wrong as it is with AMD's library.
EventState* of(Event event) {
  return static_cast<EventState*>(event);
}

Status create(Event* event) {
  return call([&](Session&) {
    if (event == nullptr) return Error::invalid_value;
    *event = new EventState;
    return Error::success;
  });
}

}  // namespace

LOCKSTEP_HIP Status hipEventCreate(Event* event) {
  return create(event);
}
LOCKSTEP_HIP Status hipEventCreateWithFlags(Event* event, unsigned) {
  return create(event);
}
LOCKSTEP_HIP Status hipEventDestroy(Event event) {
  return call([&](Session&) {
    delete of(event);
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipEventRecord(Event event, Stream handle) {
  return call_on(handle, [&](Session& s, StreamState& stream) {
    if (event == nullptr) return Error::invalid_resource_handle;
    return s.record(*of(event), stream);
  });
}
LOCKSTEP_HIP Status hipEventRecordWithFlags(Event event, Stream handle, unsigned) {
  return hipEventRecord(event, handle);
}
LOCKSTEP_HIP Status hipStreamWaitEvent(Stream handle, Event event, unsigned) {
  return call_on(handle, [&](Session& s, StreamState& stream) {
    if (event == nullptr) return Error::invalid_resource_handle;
    s.streams().wait(stream, *of(event));
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipEventSynchronize(Event event) {
  return call([&](Session& s) {
    if (event == nullptr) return Error::invalid_resource_handle;
    return s.wait_for(*of(event));
  });
}
// A program that is told that it has passed may rely on it.
LOCKSTEP_HIP Status hipEventQuery(Event event) {
  return call([&](Session& s) {
    return event != nullptr ? s.poll(of(event)->clock) : Error::invalid_resource_handle;
  });
}
LOCKSTEP_HIP Status hipEventElapsedTime(float* milliseconds, Event start, Event stop) {
  return call([&](Session& s) {
    if (milliseconds == nullptr) return Error::invalid_value;
    for (const Event event : {start, stop})
      if (event == nullptr || of(event)->at == nullptr) return Error::invalid_resource_handle;
    if (!s.has_done(of(start)->clock) || !s.has_done(of(stop)->clock)) return Error::not_ready;
    *milliseconds = std::chrono::duration<float, std::milli>(*of(stop)->at - *of(start)->at).count();
    return Error::success;
  });
}
