// Finds what makes a kernel's result depend on its schedule: runs several, and where two outputs differ
// follows the difference back to the first instruction whose result differs, and to the two that raced.
#pragma once

#include <optional>

#include "emulator/findings/finding_lines.hpp"
#include "properties/laws/experiment.hpp"
#include "properties/schedule_search/recorder.hpp"

namespace lockstep::schedule_search {

/// The first instruction of a wave whose result differs between two runs.
struct FirstDifference {
  Location location;
  int wave = 0;
  std::size_t step = 0;  ///< the number of the wave's instruction, from 0
  std::uint32_t instruction = 0;
  /// The other party of the race; empty when it was not found.
  std::optional<MemoryWriter> writer;        ///< who wrote what was loaded, in one of the two runs
  std::optional<std::uint32_t> outstanding;  ///< an operation still to fill a register that was read
};

struct SearchResult {
  bool differs = false;
  machine::Schedule first, second;  ///< two schedules under which the kernel does different things
  std::string difference;           ///< between their outputs
  std::optional<FirstDifference> where;
  /// What the checks say of any run, and under which schedule: pairs named without looking for a difference.
  std::vector<std::pair<machine::Schedule, findings::Finding>> findings;
  findings::Suppressions::Counts suppressed;  ///< findings of all runs that are accepted, by rule
  std::vector<std::string> notes;             ///< on how the runs went
  int runs = 0;
};

struct SearchOptions {
  std::uint64_t seeds = 8;  ///< random schedules, besides earliest and latest
  std::uint64_t seed = 1;
  std::uint64_t step_limit = machine::Settings{}.step_limit;
  const std::atomic<bool>* cancel = nullptr;
  const findings::Suppressions* suppressions = nullptr;
  checks::Policy policy;
};

/// The case's own schedule plays no part. On failure: why the case can't be run.
tl::expected<SearchResult, std::string> search(const cases::Case& c, laws::CodeCache& cache,
                                               const SearchOptions& options);

/// The report, as lines. `fails`: the least severity of a finding that fails.
std::string text(const SearchResult& result, const isa::Program& program,
                 findings::Severity fails = findings::kFailsByDefault, findings::Shown shown = {});

}  // namespace lockstep::schedule_search
