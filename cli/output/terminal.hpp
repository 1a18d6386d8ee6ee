// What a person at a terminal sees beside the results: colour, how far a long piece of work has come (a line
// on standard error, rewritten in place and cut to the width, now and then elsewhere), and that Control-C
// asks it to stop.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep::fuzzing {
struct CaseLoop;
struct LoopResult;
}  // namespace lockstep::fuzzing
namespace lockstep::laws {
struct CaseResult;
}

namespace lockstep::cli {

/// The text as it is, or, where standard output is a terminal that takes colours and NO_COLOR is not set,
/// with the verdict that begins a line in its colour.
std::string painted(std::string_view text);

class Progress {
 public:
  /// `total` is what update() counts up to; 0: not known beforehand, and then there is no bar.
  explicit Progress(std::uint64_t total = 0);
  /// The work ends after so many steps, or so many seconds, whichever comes first. Before the first update().
  void ends_after(std::optional<std::uint64_t> steps, std::optional<double> seconds);
  /// Thread-safe; prints when enough time has passed. `what` says more: what is at work, or counts.
  void update(std::uint64_t done, const std::string& what);
  /// Ends the line, so that what follows starts at the margin.
  void finish();
  double elapsed() const;

 private:
  using Clock = std::chrono::steady_clock;
  std::string line(std::uint64_t done, const std::string& what) const;

  std::uint64_t total_;
  std::optional<double> seconds_;
  const bool terminal_;
  const Clock::time_point start_;
  Clock::time_point next_;
  bool open_line_ = false;
  std::mutex mutex_;
};

/// "[####    ]  50.0 %   10 s, 10 s left   what": `part` of the work done after `seconds`; without a part,
/// which is not known,
/// "elapsed 10 s   what".
std::string progress_line(std::optional<double> part, double seconds, const std::string& what);

/// Runs the loop, of at most so many cases, and shows how far it is. The loop's seconds count from when
/// `progress` began.
fuzzing::LoopResult run(fuzzing::CaseLoop loop, std::optional<std::uint64_t> cases, Progress& progress);

/// Lines of a case that was interrupted: the case, and where its waves were.
std::string where_interrupted(const laws::CaseResult& result);

/// Installs the handler and returns the flag it sets.
const std::atomic<bool>& watch_for_interrupt();

}  // namespace lockstep::cli
