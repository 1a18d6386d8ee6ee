#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "cli/cases/fuzz_run.hpp"
#include "cli/output/files.hpp"
#include "cli/output/paint.hpp"
#include "properties/failures/corpus.hpp"
#include "properties/failures/failure.hpp"
#include "properties/laws/minimise.hpp"

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
  const int tries = run.options.shrink_seconds == 0.0 ? 0 : run.options.shrink_tries;
  fmt::print(stderr, "case {} falsifies {}: shrinking for at most {} tries\n", index + 1, law.name, tries);
  const laws::Law* const only[] = {&law};
  const laws::Minimised least = laws::minimise(
      c,
      [&](const cases::Case& candidate) {
        return is_of_gpu(run, candidate) ? laws::evaluate(candidate, only, run.cache, options)
                                         : laws::CaseResult{};
      },
      &run.cancel, tries);
  const std::string from_corpus = index < run.corpus.size() ? "corpus " : "";
  options.cancel = nullptr;
  verdict::FailureReport report = failures::make_report(
      least.smallest, law, run.cache, options,
      fmt::format("{}case {}   shrunk {}x in {} tries{}", from_corpus, index + 1, least.steps, least.attempts,
                  least.out_of_tries ? ", out of tries" : ""));
  smallest.smallest = cases::print(report.smallest);
  smallest.text = verdict::text(report);
}

void save(const FuzzRun& run, const Smallest& smallest) {
  const auto c = cases::parse(smallest.smallest);
  if (!c) return;
  const auto path = failures::save_to_corpus(run.options.corpus, *c, smallest.cause.law);
  if (path) fmt::print("  saved      {}\n", *path);
  if (!path) complain_of_file(path.error());
}

}  // namespace

void report_failures(FuzzRun& run, const std::vector<laws::CaseResult>& results) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].first_falsified() == nullptr) continue;
    const std::uint64_t index = run.dealt->index(i).value();
    Smallest smallest{index, campaigns::cause_of(results[i]), {}, {}};
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
