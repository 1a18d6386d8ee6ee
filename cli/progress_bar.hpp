// How far a piece of work of known length has come, on standard error.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace lockstep::cli {

class ProgressBar {
 public:
  explicit ProgressBar(std::uint64_t total);
  /// Prints when enough time has passed: in place on a terminal; elsewhere a plain line after the first
  /// second and every ten seconds. Not thread-safe.
  void update(std::uint64_t done, const std::string& what);
  /// Ends the line, so that what follows starts at the margin.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  const std::uint64_t total_;
  const bool terminal_;
  const Clock::time_point start_;
  Clock::time_point next_;
  bool open_line_ = false;
};

}  // namespace lockstep::cli
