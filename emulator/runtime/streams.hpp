// Streams and events, and what they order: known from vector clocks, whenever the work itself is done
// (backlog.hpp).
//
// The default stream waits for every blocking stream, and they for it. Non-blocking streams are ordered by
// events and by what the host waits for alone (HIP documentation, "Asynchronous concurrent execution").
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "emulator/runtime/access_history.hpp"
#include "emulator/runtime/error.hpp"
#include "emulator/runtime/graph.hpp"

namespace lockstep::runtime {

/// hipStreamCaptureMode: of which threads calls that wait are refused.
enum class CaptureMode : int { global, thread_local_only, relaxed };

/// A stream; one that is captured puts its work into a graph instead.
struct StreamState {
  std::uint32_t queue = 0;
  std::string name;
  bool is_blocking = true;
  unsigned flags = 0;
  int priority = 0;
  Clock clock;
  std::uint64_t count = 0;         ///< operations
  std::shared_ptr<Graph> capture;  ///< nullptr: work is done
  std::vector<Node*> after;        ///< what the capture's next node depends on
  bool began_capture = false;
  CaptureMode mode = CaptureMode::global;  ///< with which the capture began
  std::thread::id captured_by{};
  bool is_spoilt = false;  ///< a call came that a capture does not allow
};

struct EventState {
  /// When it passed; nullptr: it was never recorded.
  std::shared_ptr<std::chrono::steady_clock::time_point> at;
  Clock clock;
  std::shared_ptr<Graph> capture;  ///< recorded in a stream that is captured
  std::vector<Node*> after;
};

/// Records that the event is passed by what comes to `clock`: the work that does it.
Work passing(EventState& event, const Clock& clock);

class Streams {
 public:
  Streams();
  /// The stream of a handle. nullptr, 1: the default stream; 2: that of the thread; else one that was
  /// created, or nullptr: it is none.
  StreamState* find(void* handle);
  StreamState* create(unsigned flags, int priority);
  bool destroy(StreamState* stream);

  /// Whether work may run at the same time, so that it matters what it uses.
  bool is_concurrent() const { return queues_ != 0; }

  /// What work that is put into the stream now knows of, itself included.
  const Clock& begin(StreamState& stream);
  Party party(const StreamState& stream, const std::string& what) const;
  std::uint32_t new_queue() { return ++queues_; }

  /// What the host waits for who waits for the stream; for the default one the blocking streams, too.
  const Clock& awaited(StreamState& stream);
  void wait(StreamState& stream, const EventState& event);
  /// The host has waited, or has been told that it need not.
  void host_knows(const Clock& clock) { host_.join(clock); }
  void host_knows_all();
  /// A launch has written atomically to memory of the host: whether the program waits for that nobody sees.
  void may_tell_host(const Clock& clock) { told_.join(clock); }
  const Clock& told() const { return told_; }
  /// Destroys all streams but the default one.
  void destroy_all() { streams_.clear(), of_threads_.clear(); }

  AccessHistory& history() { return history_; }
  /// Whether a capture is under way that does not allow a call which waits, of this thread in that mode.
  bool forbids_waiting(CaptureMode of_thread);
  /// All streams of its capture leave it. Fails where work of one of them does not lead back to this one.
  Error end_capture(const StreamState& stream);

 private:
  template <typename Visit>
  void for_each(Visit visit);

  StreamState default_;
  std::unordered_map<std::size_t, std::unique_ptr<StreamState>> of_threads_;
  std::unordered_map<void*, std::unique_ptr<StreamState>> streams_;
  Clock host_, told_;
  AccessHistory history_;
  std::uint32_t queues_ = 0;
};

}  // namespace lockstep::runtime
