#include "cli/cases/fuzz_run.hpp"

#include <fmt/format.h>

#include "cli/campaigns/fuzz_journal.hpp"
#include "properties/fuzzing/corpus.hpp"

namespace lockstep::cli {

tl::expected<void, Problem> FuzzRun::begin() {
  if (!options.device.empty()) {
    auto opened = open_gpu(options.device, options.timeout, options.runs_per_process);
    if (!opened) return tl::unexpected(opened.error());
    gpu = std::move(*opened);
    fmt::print("{}\n", gpu->text());
  }
  auto chosen = FuzzScope::of(options, gpu_or_null(), cache);
  if (!chosen) return tl::unexpected(chosen.error());
  scope = std::move(*chosen);
  if (std::string problem = open(); !problem.empty())
    return tl::unexpected(Problem{kUsage, std::move(problem)});
  return {};
}

std::string FuzzRun::open() {
  if (std::string problem = problem_of_always(); !problem.empty()) return problem;
  if (std::string problem = choose_corpus(); !problem.empty()) return problem;
  if (std::string problem = open_findings(); !problem.empty()) return problem;
  return start_journal();
}

// Says what is wrong with fixed keys that no case has, such as one that does not exist.
std::string FuzzRun::problem_of_always() const {
  constexpr std::uint64_t kTried = 32;
  std::string first;
  for (std::uint64_t i = 0; i < kTried; ++i) {
    const auto c = scope.with_always(problems::draw(scope.space, seed, i));
    if (c) return {};
    if (i == 0) first = fmt::format("--always {}: {}", options.always, c.error());
  }
  return first;
}

// Chooses the corpus: the folder's cases, or those with which the journal's run began. A shard has cases of
// the seed alone.
std::string FuzzRun::choose_corpus() {
  if (header)
    for (const std::string& line : header->words.corpus())
      if (const auto c = cases::parse(line)) corpus.push_back(*c);
  if (header || options.shard) return {};
  auto found = fuzzing::read_corpus(options.corpus);
  if (!found) return found.error();
  for (const cases::Case& c : *found)
    if (scope.takes(c, gpu_or_null())) corpus.push_back(c);
  return {};
}

std::string FuzzRun::open_findings() {
  if (options.findings.empty()) return {};
  auto opened = KnownFindings::open(options.findings);
  if (!opened) return "--findings " + opened.error();
  known = std::move(*opened);
  return {};
}

std::string FuzzRun::start_journal() {
  const campaigns::Shard shard = options.shard.value_or(campaigns::Shard());
  dealt = std::make_unique<campaigns::Dealt>(shard);
  if (options.journal.empty() && options.resume.empty()) return {};
  auto words =
      words_of(options, seed, scope.space, experiment_options().flags(), corpus, gpu ? gpu->text() : "");
  if (!words) return words.error();
  auto opened = open_journal(options, {std::move(*words), shard}, cache);
  if (!opened) return opened.error();
  journal = std::move(*opened);
  if (unit == nullptr || unit->cases == nullptr) return {};
  const campaigns::Sharing sharing{*unit->cases, *unit->processors, shard.number, cancel};
  dealt = std::make_unique<campaigns::Dealt>(sharing, journal->found_indices());
  return {};
}

laws::Experiment::Options FuzzRun::experiment_options() const {
  laws::Experiment::Options experiment;
  experiment.cancel = &cancel;
  experiment.suppressions = &suppressions;
  experiment.policy = options.policy;
  if (options.step_limit) experiment.step_limit = *options.step_limit;
  if (gpu) experiment.device = gpu->device.get();
  return experiment;
}

}  // namespace lockstep::cli
