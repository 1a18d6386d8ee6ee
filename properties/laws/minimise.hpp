// Shrinks a failing case while the same law keeps failing: choices first, then sizes by bisection, then what is left.
//
// The budget counts cases that are tried, not seconds: the smallest case is the same on every machine, however loaded.
#pragma once

#include <functional>

#include "properties/laws/evaluate.hpp"

namespace lockstep::laws {

inline constexpr int kMostShrinkTries = 300;
/// Wave instructions of all tries: large cases get fewer.
inline constexpr std::uint64_t kMostShrinkInstructions = 500'000'000;

struct Minimised {
  cases::Case smallest;
  int steps = 0;     ///< successful simplifications
  int attempts = 0;  ///< cases tried
  bool out_of_tries = false;
};

/// A case that `evaluate` falsifies goes on failing while others are falsified, too. Cases that were tried already are not
/// tried again. Where `cancel` turns true, it ends with what is smallest so far.
Minimised minimise(const cases::Case& failing, const std::function<CaseResult(const cases::Case&)>& evaluate,
                   const std::atomic<bool>* cancel, int most_tries = kMostShrinkTries);

/// Under a law.
Minimised minimise(const cases::Case& failing, const Law& law, CodeCache& cache,
                   const Experiment::Options& options, int most_tries = kMostShrinkTries);

}  // namespace lockstep::laws
