// A run of `fuzz`, as its parts see it: what was asked for, what cases come from, and what came of them so
// far.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "cli/campaigns/known_findings.hpp"
#include "cli/cases/commands.hpp"
#include "cli/cases/fuzz_scope.hpp"
#include "cli/devices/gpu.hpp"
#include "cli/output/terminal.hpp"
#include "properties/campaigns/account.hpp"
#include "properties/campaigns/journal.hpp"
#include "properties/campaigns/sharing.hpp"
#include "properties/fuzzing/case_loop.hpp"
#include "properties/fuzzing/minimise.hpp"
#include "properties/judges/judge.hpp"
#include "properties/laws/experiment.hpp"

namespace lockstep::cli {

struct FuzzRun {
  const FuzzOptions& options;
  laws::CodeCache& cache;
  const std::atomic<bool>& cancel;
  const FuzzUnit* unit = nullptr;  ///< a campaign's unit that the run is; nullptr: a run by itself
  std::vector<const laws::Law*> laws;
  std::vector<const judges::Judge*> judges;
  findings::Suppressions suppressions;
  std::optional<campaigns::Header> header;  ///< header of the journal that is gone on with
  std::uint64_t seed = 0;
  const SelfTest* selftest = nullptr;  ///< what came of --selftest

  // Opened by begin().
  std::optional<Gpu> gpu = {};
  FuzzScope scope = {};
  std::vector<cases::Case> corpus = {};  ///< which runs before what is drawn
  std::unique_ptr<campaigns::Journal> journal = {};
  std::optional<KnownFindings> known = {};  ///< findings of the folder of --findings
  std::unique_ptr<campaigns::Dealt> dealt = {};

  campaigns::Account account = {};
  fuzzing::Deadline shrinks_until = {};  ///< where --time ends the run by the clock

  /// The device, what else cases need, and the files that the run reads and goes on with. Fails in a
  /// sentence.
  tl::expected<void, Problem> begin();

  const Gpu* gpu_or_null() const { return gpu ? &*gpu : nullptr; }
  laws::Experiment::Options experiment_options() const;

 private:
  std::string open();
  std::string problem_of_always() const;
  std::string choose_corpus();
  std::string open_findings();
  std::string start_journal();
};

// The cases of a run of `fuzz`: which they are, and under which laws they run.

/// Runs them; the account and the journal of the run have what came of each. The run's time is that of
/// `progress`.
fuzzing::LoopResult run_cases(FuzzRun& run, Progress& progress);

// What fails in a run of `fuzz`: made small, reported, and kept in the corpus.

/// Reports once per kernel, build and law: the first case that falsifies it, shrunk.
void report_failures(FuzzRun& run, const std::vector<laws::CaseResult>& results);

// The files that a run of `fuzz` leaves: --json, --junit, --sarif, --coverage and --html.

/// Writes the files. False: one could not be written, as was said on standard error.
bool write_files(const FuzzRun& run, const std::vector<laws::CaseResult>& results);

/// Writes the page; `code`: what the run exits with.
bool write_page(const FuzzRun& run, const std::vector<laws::CaseResult>& results, int code);

}  // namespace lockstep::cli
