// One status line on standard error: rewritten in place on a terminal, a plain line now and then elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>

namespace lockstep::cli {

class Progress {
 public:
  Progress();
  /// Thread-safe; prints when enough time has passed.
  void update(std::uint64_t cases, std::uint64_t failures);
  /// Ends the line, so that what follows starts at the margin.
  void finish();
  double elapsed() const;

 private:
  void print(std::uint64_t cases, std::uint64_t failures);
  const bool terminal_;
  const std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point printed_;
  bool open_line_ = false;
  std::mutex mutex_;
};

}  // namespace lockstep::cli
