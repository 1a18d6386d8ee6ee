// Which mutants of a kernel's machine code are noticed, under which schedule, and by what.
#pragma once

#include <atomic>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "kernels/kernel.hpp"
#include "properties/cases/case.hpp"
#include "properties/laws/experiment.hpp"
#include "properties/wait_mutation/explain.hpp"

namespace lockstep::wait_mutation {

/// Cases to judge the waits of a kernel by: few and small, and together they reach much of its code.
struct ReachingCases {
  std::vector<cases::Case> chosen;
  /// What may notice a mutant that none of the chosen do: these with more rows, columns and depth, and what
  /// was drawn beside them, smallest first.
  std::vector<cases::Case> others;
};

/// Drawn by `seed`. Chosen are at most `count`, and as many again of which stores change LDS that those of
/// the first find as they would leave it: a race over what is there already shows nothing. None when the
/// build has none.
ReachingCases reaching_cases(const kernels::Kernel& kernel, const std::string& build, std::size_t count,
                             std::uint64_t seed);

struct MatrixOptions {
  std::vector<cases::Case> cases;  ///< all of one kernel and build
  /// More cases, run in turn when a survivor is left without a rule: until one notices it.
  std::vector<cases::Case> others;
  std::vector<machine::Schedule> schedules;
  int jobs = 1;
  bool first_only = false;        ///< each mutant only until something notices it
  std::size_t limit = 0;          ///< how many mutants, spread evenly over the program; 0: all
  std::vector<std::uint64_t> at;  ///< only mutants of the instructions at these addresses; none: all
  const std::atomic<bool>* cancel = nullptr;
  const findings::Suppressions* suppressions = nullptr;  ///< findings that count for nothing
  /// Called from any thread; the mutants that no case reaches, which lint alone looks at, count too.
  std::function<void(std::size_t done, std::size_t total)> progress;
};

struct MatrixRow {
  CodeMutant mutant;
  /// Per schedule: what noticed it: a finding's kind, `bits` (another output), `undefined`, `untouched`, a
  /// trap's kind; empty: nothing.
  std::vector<std::string> killed_by;
  std::vector<bool> ran;                   ///< per schedule: in some case
  std::optional<Explanation> explanation;  ///< the rule that says why a survivor survives
  /// The case that noticed it among the others, if none of the first did.
  std::string only_by;
  /// What lint, which runs nothing, says of the mutant and not of the original: the kinds of its findings.
  std::set<std::string> lint;
  bool killed() const;
};

struct KillMatrix {
  std::vector<machine::Schedule> schedules;
  std::vector<MatrixRow> rows;                ///< sorted as the program is; fewer when it was cancelled
  findings::Suppressions::Counts suppressed;  ///< findings in runs of the kernel as it is, by rule
  std::size_t unreached = 0;                  ///< mutants of instructions that the cases never execute
  std::optional<std::size_t>
      unreached_linted;  ///< how many of them lint reports; nothing under a limit or when cancelled
  std::shared_ptr<const machine::LoadedCode> code;  ///< unmutated
};

/// On failure: why the kernel itself can't be judged. It must pass every case under every schedule.
tl::expected<KillMatrix, std::string> kill_matrix(const MatrixOptions& options);

}  // namespace lockstep::wait_mutation
