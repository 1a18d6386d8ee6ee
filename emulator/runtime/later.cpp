// What a session leaves for later, and when it does it.
#include <cstdlib>
#include <mutex>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "emulator/runtime/session.hpp"

namespace lockstep::runtime {

Error Session::put(Operation operation) {
  operation.told = streams_.told();
  const bool defers = backlog_.defers(streams_.is_concurrent());
  if (!defers && backlog_.is_empty()) return perform({&operation, 1});
  if (sticky_ != Error::success) return sticky_;
  leave_for_later();
  const bool at_once = operation.work.at_once;
  const Clock clock = operation.clock;
  backlog_.add(std::move(operation));
  if (at_once) return complete(clock);
  if (defers) {
    for (std::uint64_t turns = backlog_.turns(); turns > 0; --turns) perform_late(backlog_.next_early());
    return Error::success;
  }
  for (auto next = backlog_.next_early(); !next.empty(); next = backlog_.next_early()) perform_late(next);
  return settle();
}

// Before the backlog is no longer empty.
void Session::leave_for_later() {
  if (!backlog_.is_empty()) return;
  finish_at_exit();
  silence_.watch();
}

void Session::perform_late(std::span<const Operation> operations) {
  if (operations.empty()) return;
  const Error error = perform(operations);
  if (late_ == Error::success) late_ = error;
}

Error Session::settle() {
  const Error late = std::exchange(late_, Error::success);
  return sticky_ != Error::success ? sticky_ : late;
}

Error Session::complete(const Clock& clock) {
  for (auto next = backlog_.next(clock); !next.empty(); next = backlog_.next(clock)) perform_late(next);
  return settle();
}

void Session::finish() {
  for (auto next = backlog_.next(); !next.empty(); next = backlog_.next()) perform_late(next);
}

Error Session::record(EventState& event, StreamState& stream) {
  event.capture = stream.capture;
  event.after = stream.after;
  if (stream.capture != nullptr) return Error::success;
  const Error error = submit(stream, NodeType::empty, passing(event, {}));
  event.clock = stream.clock;
  return error;
}

Error Session::wait_for(StreamState& stream) {
  return wait(Clock(streams_.awaited(stream)));
}

Error Session::wait_for(const EventState& event) {
  return wait(Clock(event.clock));
}

Error Session::wait(const Clock& clock) {
  const Error error = complete(clock);
  streams_.host_knows(clock);
  return error;
}

Error Session::wait_for_all() {
  finish();
  streams_.host_knows_all();
  return settle();
}

Error Session::poll(const Clock& clock) {
  constexpr std::uint64_t kMostPolls = 64;  // then nobody will do what launches wait for
  const bool waits = !backlog_.has_done(clock) && backlog_.only_waits();
  polls_ = waits ? polls_ + 1 : 0;
  if (waits && polls_ < kMostPolls) return Error::not_ready;
  if (backlog_.is_in_order()) return wait(clock);
  perform_late(backlog_.next(clock));
  if (!backlog_.has_done(clock)) return Error::not_ready;
  streams_.host_knows(clock);
  return settle();
}

std::optional<std::uint64_t> Session::allocate(std::uint64_t bytes) {
  if (const auto address = memory_.allocate(bytes)) return address;
  finish();
  return memory_.allocate(bytes);
}

void Session::finish_in_silence() {
  std::unique_lock lock(mutex_);
  if (backlog_.is_empty() || process_ != getpid()) return;
  LaunchRecord record;
  record.is_launch = false;
  record.remarks.push_back(
      {"silence", findings::Severity::note, "",
       fmt::format("the program made no call of HIP for {} s while work was left for later; it was done then",
                   Silence::kEnds.count())});
  report_.add(record);
  ++calls_;
  finish();
  const auto functions = end_call();
  lock.unlock();
  for (const auto& what : functions) what();
}

// Registered again whenever work is left behind that was done, so that this comes before what that work
// needed is destroyed.
void Session::finish_at_exit() {
  static_cast<void>(std::atexit([] {
    Session& session = of_process();
    const std::lock_guard lock(session.mutex());
    if (session.process_ == getpid()) session.finish();
  }));
}

}  // namespace lockstep::runtime
