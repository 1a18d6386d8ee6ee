// The time that a judgement may take. What runs when it is over is cancelled.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "cli/output/terminal.hpp"

namespace lockstep::cli {

class Budget {
 public:
  explicit Budget(double seconds)
      : seconds_(seconds),
        start_(Clock::now()),
        interrupted_(watch_for_interrupt()),
        watch_([this] { watch(); }) {}
  ~Budget() {
    {
      const std::scoped_lock lock(mutex_);
      ended_ = true;
    }
    wake_.notify_all();
    watch_.join();
  }
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  /// True from when the time is over or somebody interrupts.
  const std::atomic<bool>& cancel() const { return cancel_; }
  bool interrupted() const { return interrupted_; }
  double seconds() const { return seconds_; }
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;

  void watch() {
    constexpr std::chrono::duration<double> kOften(0.02);
    std::unique_lock lock(mutex_);
    while (!ended_ && !cancel_) {
      const std::chrono::duration<double> left(seconds_ - elapsed());
      if (left.count() > 0) wake_.wait_for(lock, std::min(kOften, left));
      if (interrupted_ || elapsed() >= seconds_) cancel_ = true;
    }
  }

  double seconds_;
  Clock::time_point start_;
  const std::atomic<bool>& interrupted_;
  std::atomic<bool> cancel_ = false;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool ended_ = false;
  std::thread watch_;  ///< the last member: it uses the others
};

}  // namespace lockstep::cli
