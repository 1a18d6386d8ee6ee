// Planted bugs under the tolerances of other projects: for each bug and judge the first case in which the
// judge notices it, and for kernels without a bug how often a judge fails an output that is right.
#pragma once

#include <functional>

#include "kernels/mutants/mutants.hpp"
#include "properties/laws/evaluate.hpp"

namespace lockstep::cli {

/// What a judge made of the cases of a row.
struct JudgeTally {
  std::uint64_t asked = 0;                         ///< cases of which it had an opinion that counts
  std::uint64_t noticed = 0;                       ///< those it would have failed
  std::uint64_t first = 0;                         ///< the number of the first of these, from 1; 0: none
  std::uint64_t asked_full = 0, noticed_full = 0;  ///< asked and noticed, of data=full alone

  void add(std::uint64_t number, bool notices, bool full);
};

/// A planted bug, or a kernel without one. Of a bug only cases count in which it changes the output, and of
/// these for a judge those whose right output it would have passed.
struct JudgeRow {
  const kernels::Kernel* kernel = nullptr;
  const kernels::Mutant* bug = nullptr;  ///< nullptr: build O3
  std::uint64_t cases = 0;               ///< cases that ran to their end
  std::uint64_t changed = 0;             ///< cases with a value that a law of values refuses
  JudgeTally lockstep{};                 ///< bits, exact_grid, bound or snr
  std::vector<JudgeTally> judges{};      ///< in the order of judges::judges()
};

struct JudgeMatrixOptions {
  std::vector<JudgeRow> rows;  ///< which kernels and bugs; the rest is filled in
  std::uint64_t cases = 100, seed = 1;
  int jobs = 1;
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(std::size_t done, std::size_t total)> progress;
};

/// The rows that were finished: all of them, unless it was cancelled.
std::vector<JudgeRow> judge_matrix(const JudgeMatrixOptions& options);

}  // namespace lockstep::cli
