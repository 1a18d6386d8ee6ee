// What a session leaves for later, and when it does it.
#include <cstdlib>
#include <utility>

#include <unistd.h>

#include "emulator/runtime/session.hpp"

namespace lockstep::runtime {

Error Session::put(Operation operation) {
  if (!backlog_.defers()) return perform(operation);
  if (sticky_ != Error::success) return sticky_;
  if (backlog_.is_empty()) finish_at_exit();
  const bool at_once = operation.work.at_once;
  const Clock clock = operation.clock;
  backlog_.add(std::move(operation));
  if (at_once) return complete(clock);
  for (std::uint64_t turns = backlog_.turns(); turns > 0; --turns)
    if (const auto next = backlog_.next()) perform_late(*next);
  return Error::success;
}

void Session::perform_late(const Operation& operation) {
  const Error error = perform(operation);
  if (late_ == Error::success) late_ = error;
}

Error Session::settle() {
  const Error late = std::exchange(late_, Error::success);
  return sticky_ != Error::success ? sticky_ : late;
}

Error Session::complete(const Clock& clock) {
  while (const auto next = backlog_.next(clock)) perform_late(*next);
  return settle();
}

void Session::finish() {
  while (const auto next = backlog_.next()) perform_late(*next);
}

Error Session::record(EventState& event, StreamState& stream) {
  event.capture = stream.capture;
  event.after = stream.after;
  if (stream.capture != nullptr) return Error::success;
  event.at = std::make_shared<std::chrono::steady_clock::time_point>();
  const Error error =
      submit(stream, NodeType::empty, {"hipEventRecord", false, [at = event.at](Session&, Accesses*) {
                                         *at = std::chrono::steady_clock::now();
                                         return Error::success;
                                       }});
  event.clock = stream.clock;
  return error;
}

Error Session::wait_for(StreamState& stream) {
  const Clock clock = streams_.awaited(stream);
  const Error error = complete(clock);
  streams_.host_knows(clock);
  return error;
}

Error Session::wait_for(const EventState& event) {
  const Error error = complete(event.clock);
  streams_.host_knows(event.clock);
  return error;
}

Error Session::wait_for_all() {
  finish();
  streams_.host_knows_all();
  return settle();
}

Error Session::poll(const Clock& clock) {
  if (const auto next = backlog_.next(clock)) perform_late(*next);
  if (!backlog_.has_done(clock)) return Error::not_ready;
  streams_.host_knows(clock);
  return settle();
}

std::optional<std::uint64_t> Session::allocate(std::uint64_t bytes) {
  if (const auto address = memory_.allocate(bytes)) return address;
  finish();
  return memory_.allocate(bytes);
}

// Registered again whenever work is left behind that was done, so that this comes before what that work needed is
// destroyed.
void Session::finish_at_exit() {
  static_cast<void>(std::atexit([] {
    Session& session = of_process();
    const std::lock_guard lock(session.mutex());
    if (session.process_ == getpid()) session.finish();
  }));
}

}  // namespace lockstep::runtime
