#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "cli/cases/fuzz_run.hpp"
#include "cli/output/files.hpp"
#include "cli/output/terminal.hpp"
#include "properties/fuzzing/corpus.hpp"
#include "properties/fuzzing/failure.hpp"
#include "properties/fuzzing/minimise.hpp"

namespace lockstep::cli {

namespace {

using campaigns::Smallest;

// A model that the GPU contradicts would make any case fail.
bool is_of_gpu(const FuzzRun& run, const cases::Case& c) {
  const std::vector<std::string>& models = run.scope.space.models;
  return !run.gpu || models.empty() || std::ranges::find(models, c.model) != models.end();
}

void shrink(const FuzzRun& run, const cases::Case& c, Smallest& smallest) {
  const laws::Law& law = *laws::find_law(smallest.cause.law);
  const std::uint64_t index = smallest.index;
  laws::Experiment::Options options = run.experiment_options();
  const int tries = run.options.shrink_tries;
  fmt::print(stderr, "case {} falsifies {}: shrinking for at most {} tries\n", index + 1, law.name, tries);
  const fuzzing::Minimised least = fuzzing::minimise(
      c, law, run.cache, options, tries,
      [&](const cases::Case& candidate) { return is_of_gpu(run, candidate); }, run.shrinks_until);
  options.cancel = nullptr;
  const verdict::FailureReport report = fuzzing::make_report(
      least.smallest, law, run.cache, options, fuzzing::found_text(index, index < run.corpus.size(), least));
  smallest.smallest = cases::print(report.smallest);
  smallest.text = verdict::text(report);
  smallest.finding = report.finding;
}

void save(const FuzzRun& run, const Smallest& smallest) {
  const auto c = cases::parse(smallest.smallest);
  if (!c) return;
  const auto path = fuzzing::save_to_corpus(run.options.corpus, *c, smallest.cause.law);
  if (path) fmt::print("  saved      {}\n", *path);
  if (!path) complain_of_file(path.error());
}

}  // namespace

void report_failures(FuzzRun& run, const std::vector<laws::CaseResult>& results) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].first_falsified() == nullptr) continue;
    const std::uint64_t index = run.dealt->index(i).value();
    Smallest smallest{index, campaigns::cause_of(results[i]), {}, {}, {}};
    if (run.account.smallest.contains(smallest.subject())) continue;
    const auto* known = run.journal ? run.journal->find_smallest(index, smallest.cause.law) : nullptr;
    if (known != nullptr)
      smallest = *known;
    else
      shrink(run, results[i].the_case, smallest);
    run.account.add(smallest);
    fmt::print("{}", painted(smallest.text));
    if (known == nullptr && run.journal && !run.cancel) run.journal->add(smallest);
    if (index >= run.corpus.size()) save(run, smallest);
  }
}

}  // namespace lockstep::cli
