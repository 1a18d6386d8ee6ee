// The loop that every search for a failure goes through: draw a case, run it, judge it, until there are no
// more, the time is over or enough cases failed. What failed is then made small (minimise.hpp) and reported
// (failure.hpp).
//
// Cases run on several threads, and their results are handed out in order, so that neither the number of
// threads nor their luck shows in what is reported.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <vector>

#include "properties/laws/evaluate.hpp"

namespace lockstep::fuzzing {

/// Seconds after which a search ends that was given neither a number of cases nor a time.
inline constexpr double kDefaultSeconds = 60;

struct CaseLoop {
  /// Results that must be in before case `index` is asked for; 0 where it depends on none.
  std::function<std::uint64_t(std::uint64_t index)> needs = [](std::uint64_t) { return std::uint64_t{0}; };
  std::function<std::optional<cases::Case>(std::uint64_t index)> next;  ///< nullopt: there are no more
  std::function<laws::CaseResult(std::uint64_t index, const cases::Case&)> evaluate;
  /// Is given each result, in order; what it takes out of it is not kept.
  std::function<void(laws::CaseResult&)> note = [](laws::CaseResult&) {};
  /// Is told how many cases are done, and how many of them failed.
  std::function<void(std::uint64_t cases, std::uint64_t failures)> progress = [](std::uint64_t,
                                                                                 std::uint64_t) {};
  /// Is given a result that was cancelled, from the thread that ran it.
  std::function<void(const laws::CaseResult&)> cut_short = [](const laws::CaseResult&) {};
  int jobs = 1;
  std::optional<double> seconds;   ///< start no case after this
  std::uint64_t max_failures = 1;  ///< stop after this many falsified cases
  const std::atomic<bool>* cancel = nullptr;
};

struct LoopResult {
  std::vector<laws::CaseResult> results;  ///< cases 0 … size-1, none missing
  bool interrupted = false;
};

LoopResult run(const CaseLoop& loop);

}  // namespace lockstep::fuzzing
