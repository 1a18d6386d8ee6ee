// Shrinks a failing case while the same law keeps failing: choices first, then sizes by bisection, then what
// is left.
//
// The budget counts cases that are tried, not seconds: the smallest case is the same on every machine,
// however loaded, unless somebody asked for an end by the clock.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "properties/laws/evaluate.hpp"

namespace lockstep::fuzzing {

inline constexpr int kMostShrinkTries = 300;
/// Wave instructions of all tries: large cases get fewer.
inline constexpr std::uint64_t kMostShrinkInstructions = 500'000'000;

/// When shrinking ends, whatever it has come to; by default when its tries do.
using Deadline = std::optional<std::chrono::steady_clock::time_point>;

struct Minimised {
  cases::Case smallest;
  int steps = 0;     ///< successful simplifications
  int attempts = 0;  ///< cases tried
  bool out_of_tries = false, out_of_time = false;
};

/// A case that `evaluate` falsifies goes on failing while others are falsified, too. Cases that were tried
/// already are not tried again. Where `cancel` turns true, it ends with what is smallest so far.
Minimised minimise(const cases::Case& failing,
                   const std::function<laws::CaseResult(const cases::Case&)>& evaluate,
                   const std::atomic<bool>* cancel, int most_tries = kMostShrinkTries,
                   Deadline deadline = std::nullopt);

/// A case that `law` falsifies goes on failing while this law does. Only cases that `is_meant` are run.
Minimised minimise(
    const cases::Case& failing, const laws::Law& law, laws::CodeCache& cache,
    const laws::Experiment::Options& options, int most_tries = kMostShrinkTries,
    const std::function<bool(const cases::Case&)>& is_meant = [](const cases::Case&) { return true; },
    Deadline deadline = std::nullopt);

/// How a failing case was found and made small, as every report says it: "corpus case 3   shrunk 4x in 57
/// tries". `index`: the case's number in the run, from 0.
std::string found_text(std::uint64_t index, bool is_of_corpus, const Minimised& least);

}  // namespace lockstep::fuzzing
