// Shrinks a failing case while the same law keeps failing, within a time budget.
#pragma once

#include <chrono>

#include "properties/laws/evaluate.hpp"

namespace lockstep::laws {

struct Minimised {
  cases::Case smallest;
  int steps = 0;     ///< successful simplifications
  int attempts = 0;  ///< cases tried
  bool out_of_time = false;
};

Minimised minimise(const cases::Case& failing, const Law& law, CodeCache& cache, Experiment::Options options,
                   std::chrono::milliseconds budget);

}  // namespace lockstep::laws
