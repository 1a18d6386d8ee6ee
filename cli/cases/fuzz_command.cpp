#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/campaigns/campaign_report.hpp"
#include "cli/campaigns/fuzz_journal.hpp"
#include "cli/cases/commands.hpp"
#include "cli/cases/fuzz_run.hpp"
#include "cli/inspection/selftest.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/files.hpp"
#include "cli/output/terminal.hpp"
#include "host/parallel_for.hpp"
#include "properties/fuzzing/selection.hpp"

namespace lockstep::cli {

namespace {

// Before all others. A shard has cases of the seed alone.
std::string replay_known(FuzzRun& run) {
  if (!run.known || run.options.shard) return {};
  KnownFindings::How how;
  how.takes = [&run](const cases::Case& c) { return run.scope.takes(c, nullptr); };
  how.build = run.options.build;
  how.options = run.experiment_options();
  how.cache = &run.cache;
  how.jobs = host::thread_count(run.options.jobs);
  how.cancel = &run.cancel;
  if (auto done = run.known->replay(how); !done) return "--findings " + done.error();
  fmt::print("{}", replayed_text(run.known->replayed()));
  std::fflush(stdout);
  return {};
}

// Notes causes in the folder of findings. False: complained.
bool note_findings(const FuzzRun& run) {
  if (!run.known) return true;
  const auto noted = run.known->note(run.account);
  if (noted)
    fmt::print(stderr, "{}\n", *noted);
  else
    complain("fuzz", "--findings " + noted.error());
  return noted.has_value();
}

int exit_code(const FuzzRun& run, bool interrupted, bool files_written) {
  const std::string problem = run.journal ? complaint_of(*run.journal) : "";
  if (!problem.empty()) complain("fuzz", problem);
  const std::vector<Replayed> known = run.known ? run.known->replayed() : std::vector<Replayed>();
  const int of_known = code_of(known);
  if (run.account.tally.first_falsified) return code_of(run.account.tally);
  if (of_known == kFalsified || of_known == kTrapped) return of_known;
  if (interrupted) return kInterrupted;
  if (!files_written || !problem.empty()) return kUsage;
  if (run.account.tally.cases == 0 && !known.empty()) return of_known;
  return worse(int(code_of(run.account.tally)), of_known);
}

// Shrinking has what is left of the time, and a quarter of it at least, or a late failure would stay large.
std::chrono::steady_clock::time_point shrinking_ends(double seconds, double elapsed) {
  using Clock = std::chrono::steady_clock;
  const std::chrono::duration<double> left(std::max(seconds - elapsed, seconds / 4));
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(left);
}

int run(FuzzRun& run) {
  Progress progress;
  if (const auto begun = run.begin(); !begun) return complain("fuzz", begun.error().text, begun.error().code);
  fmt::print("seed {:#x}\n", run.seed);
  std::fflush(stdout);
  if (const std::string problem = replay_known(run); !problem.empty()) return complain("fuzz", problem);

  const fuzzing::LoopResult campaign = run_cases(run, progress);
  fmt::print("{}", painted(inconclusive_text(run.account.tally)));
  const bool to_terminal = ::isatty(STDOUT_FILENO) != 0;  // on which the verdict comes last
  const Statistics statistics = run.options.stats ? Statistics::told : Statistics::left_out;
  if (to_terminal && run.options.stats) fmt::print("{}", statistics_text(run.account.tally));
  if (run.options.seconds) run.shrinks_until = shrinking_ends(*run.options.seconds, progress.elapsed());
  report_failures(run, campaign.results);
  if (run.journal && !campaign.interrupted) run.journal->end();
  if (!to_terminal && run.unit == nullptr)
    fmt::print("{}", closing_text(run.account, run.suppressions, statistics));
  fmt::print("seed {:#x}\n", run.seed);
  if (to_terminal) fmt::print("{}", ending_text(run.account, run.suppressions, statistics));
  const bool files = write_files(run, campaign.results);
  const int code = exit_code(run, campaign.interrupted, note_findings(run) && files);
  return write_page(run, campaign.results, code) || code != kHolds ? code : int(kUsage);
}

std::uint64_t seed_of(const FuzzOptions& options, const std::optional<campaigns::Header>& header) {
  if (options.seed) return *options.seed;
  return header ? header->words.seed() : std::uint64_t{std::random_device{}()} << 16 | 1;
}

}  // namespace

int fuzz(const FuzzOptions& options) {
  laws::CodeCache cache;
  return fuzz(options, cache);
}

int fuzz(const FuzzOptions& options, laws::CodeCache& cache, const FuzzUnit* unit) {
  std::optional<SelfTest> selftest;
  if (options.selftest) {
    auto passed = passed_self_test("fuzz");
    if (!passed) return passed.error();
    selftest = std::move(*passed);
  }
  if (options.processes > 0) return fuzz_in_processes(options, selftest ? &*selftest : nullptr);
  if (const std::string problem = journal_problem(options); !problem.empty())
    return complain("fuzz", problem);
  auto header = header_to_go_on_with(options);
  if (!header) return complain("fuzz", header.error());
  if (!options.against.empty()) return fuzz_against_emulator(options);
  if (options.step_limit && !options.device.empty())
    return complain("fuzz", "--step-limit is of the emulator: on a GPU --timeout ends a kernel");
  auto laws = fuzzing::select_laws(options.laws);
  if (!laws) return complain("fuzz", laws.error());
  auto judges = fuzzing::select_judges(options.judges);
  if (!judges) return complain("fuzz", judges.error());
  if (const std::string problem = fuzzing::unknown_names(options.kernels, options.models); !problem.empty())
    return complain("fuzz", problem);
  if (!options.schedule.empty() && options.schedule != "hunt" && !machine::parse_schedule(options.schedule))
    return complain("fuzz", fmt::format("--schedule {}: expected {}, or hunt", options.schedule,
                                        machine::kScheduleNames));
  auto suppressions = read_suppressions(options.suppress);
  if (!suppressions) return complain("fuzz", suppressions.error());
  const std::uint64_t seed = seed_of(options, *header);
  FuzzRun one{.options = options,
              .cache = cache,
              .cancel = watch_for_interrupt(),
              .unit = unit,
              .laws = std::move(*laws),
              .judges = std::move(*judges),
              .suppressions = std::move(*suppressions),
              .header = std::move(*header),
              .seed = seed,
              .selftest = selftest ? &*selftest : nullptr};
  return run(one);
}

}  // namespace lockstep::cli
