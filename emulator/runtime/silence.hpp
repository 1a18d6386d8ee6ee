// Notices that a program asks for nothing while work is left. A program may wait without a call of HIP, for a
// word in pinned memory to change: a device would have gone on, and so does a thread of the runtime's own.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>

namespace lockstep::runtime {

class Silence {
 public:
  static constexpr std::chrono::seconds kEnds{5};

  /// `go_on` is called from a thread of its own, once for each silence of `kEnds` that begins behind watch().
  /// It must not be destroyed before the process ends.
  explicit Silence(std::function<void()> go_on) : go_on_(std::move(go_on)) {}

  /// A call was made.
  void ends() { last_.store(Clock::now().time_since_epoch(), std::memory_order_relaxed); }
  /// Watches for silence, since work is left.
  void watch();

 private:
  using Clock = std::chrono::steady_clock;
  void listen();

  std::function<void()> go_on_;
  std::atomic<Clock::duration> last_{};
  std::atomic<bool> watched_{false};
  bool listens_ = false;
};

}  // namespace lockstep::runtime
