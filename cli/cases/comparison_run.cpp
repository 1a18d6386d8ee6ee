#include "cli/cases/comparison_run.hpp"

#include <cstdio>
#include <optional>
#include <random>

#include <fmt/format.h>

#include "cli/cases/comparison_tally.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/files.hpp"
#include "cli/output/json.hpp"
#include "cli/output/terminal.hpp"
#include "host/parallel_for.hpp"
#include "properties/comparison/comparison.hpp"
#include "properties/comparison/side.hpp"
#include "properties/fuzzing/case_loop.hpp"
#include "properties/fuzzing/minimise.hpp"
#include "properties/fuzzing/selection.hpp"
#include "properties/pages/case_page.hpp"
#include "properties/problems/generate.hpp"

namespace lockstep::cli {

namespace {

using comparison::Comparison;

class Compare {
 public:
  Compare(const CompareOptions& options, Comparison comparison, laws::CodeCache& cache, const SideGpus& gpus)
      : options_(options),
        comparison_(std::move(comparison)),
        cache_(cache),
        gpus_(gpus),
        cancel_(watch_for_interrupt()) {
    run_options_.checks = false;
    run_options_.cancel = &cancel_;
    if (options.step_limit) run_options_.step_limit = *options.step_limit;
    space_.kernels = {comparison_.side(0).kernel_text()};
    space_.builds = {comparison_.side(0).build};
    space_.models = options.models;
    for (std::size_t i = 0; i < gpus_.size(); ++i) use(i);
    space_.wide_offsets = !options.no_wide_offsets;
    space_.exact_grid_only = !comparison_.one_order() && comparison_.demand() == comparison::Demand::bits;
  }

  ComparisonEnd run() {
    std::fflush(stdout);
    if (!problems::holds_any(space_))
      return {
          complain("compare", fmt::format("{} has none of the models that were named", space_.kernels[0])),
          {},
          {}};
    if (!options_.case_line.empty()) {
      auto c = cases::parse(options_.case_line);
      if (!c) return {complain("compare", c.error()), {}, {}};
      only_ = std::move(*c);
    }
    const fuzzing::LoopResult campaign = drive();
    for (const laws::CaseResult& r : campaign.results) tally_.count(r);
    if (tally_.failure() != nullptr) report();
    print_totals();
    const int code = tally_.exit_code();
    const bool failed = code == kFalsified || code == kTrapped;
    return {campaign.interrupted && !failed ? int(kInterrupted) : code, json(),
            options_.html.empty() ? "" : page(campaign.results, code)};
  }

 private:
  // What its answers to the probe leave of the models is what both sides add by.
  void use(std::size_t side) {
    if (gpus_[side] == nullptr) return;
    comparison_.run_on(side, *gpus_[side]->device, !gpus_[side]->models.empty());
    if (space_.models.empty()) space_.models = gpus_[side]->models;
  }

  fuzzing::LoopResult drive() {
    fuzzing::CaseLoop loop;
    loop.evaluate = [this](std::uint64_t, const cases::Case& c) {
      return comparison_.evaluate(c, cache_, run_options_);
    };
    const bool on_gpu = gpus_[0] != nullptr || gpus_[1] != nullptr;
    loop.jobs = on_gpu ? std::max(1, options_.jobs) : host::thread_count(options_.jobs);
    loop.seconds = options_.seconds;
    if (!options_.seconds && !options_.cases && !only_) loop.seconds = fuzzing::kDefaultSeconds;
    loop.cancel = &cancel_;
    loop.next = [this](std::uint64_t index) -> std::optional<cases::Case> {
      if (only_) return index == 0 ? only_ : std::nullopt;
      if (options_.cases && index >= *options_.cases) return std::nullopt;
      return problems::draw_taken(space_, seed_, index,
                                  [this](const cases::Case& c) { return are_taken_by_recipes(c); });
    };
    return cli::run(std::move(loop), options_.cases, progress_);
  }

  // What recipes refuse is drawn anew; other sides take what is drawn of their operator.
  bool are_taken_by_recipes(const cases::Case& drawn) {
    for (std::size_t i = 0; i < 2; ++i) {
      if (!laws::CodeCache::names_recipe(comparison_.side(i).build)) continue;
      const auto c = comparison_.case_of(i, drawn);
      if (!c || !laws::Experiment::prepare(*c, cache_, run_options_)) return false;
    }
    return true;
  }

  fuzzing::Minimised shrink() {
    if (only_) return {tally_.failure()->the_case};
    fmt::print(stderr, "case {} differs: shrinking for at most {} tries\n", tally_.drawn(),
               options_.shrink_tries);
    return fuzzing::minimise(
        tally_.failure()->the_case,
        [this](const cases::Case& c) { return comparison_.evaluate(c, cache_, run_options_); }, &cancel_,
        options_.shrink_tries);
  }

  void report() {
    const fuzzing::Minimised least = shrink();
    run_options_.cancel = nullptr;  // what is found is reported, even when interrupted
    const laws::CaseResult smallest = comparison_.evaluate(least.smallest, cache_, run_options_);
    const auto account = comparison::account_of(comparison_, least.smallest, cache_, run_options_);
    smallest_ = cases::print(least.smallest);
    account_ = account ? comparison::text(*account) : fmt::format("  {}\n", account.error());
    for (std::size_t i = 0; options_.snr && i < smallest.laws.size(); ++i)
      account_ +=
          fmt::format("  {:<10} {}: {}\n{}", "snr", i == 0 ? "first" : "second",
                      smallest.laws[i].reason.empty() ? "reaches what is expected" : smallest.laws[i].reason,
                      smallest.laws[i].details);
    const std::string shrunk =
        only_ ? "the case that was named" : fuzzing::found_text(tally_.drawn() - 1, false, least);
    fmt::print("{}", painted(fmt::format("FALSIFIED  {} / {}   {}\n{}  {:<10} {}\n", options_.first,
                                         options_.second, shrunk, account_, "again", again())));
  }

  std::string again() const {
    return fmt::format("./lockstep compare {} {}{} --case '{}'", options_.first, options_.second,
                       options_.snr ? " --snr" : "", smallest_);
  }

  void print_totals() const {
    if (tally_.failure() == nullptr)
      fmt::print("{}", painted(fmt::format("{}  {} / {}\n", tally_.same() > 0 ? "HOLDS" : "INCONCLUSIVE",
                                           options_.first, options_.second)));
    fmt::print("{}",
               tally_.text(options_.snr ? "SNR" : "same bits",
                           space_.exact_grid_only
                               ? "only data that is exact in any order, since they add in different ones"
                               : ""));
  }

  std::string page(const std::vector<laws::CaseResult>& results, int code) {
    pages::Page page;
    page.verdict = verdict_of(code);
    page.title = fmt::format("{} against {}", options_.second, options_.first);
    page.sentence = pages::verdict_sentence(results);
    page.facts = {{"asked for", options_.snr ? "the SNR derived for each" : "the same bits"},
                  {"seed", fmt::format("{:#x}", seed_)}};
    if (tally_.failure() != nullptr) {
      page.reports = {account_};
      page.again = again();
      if (const auto smallest = cases::parse(smallest_))
        if (const auto pair = comparison_.prepare(*smallest, cache_, run_options_))
          pages::add_comparison(*pair->of[0], *pair->of[1], page);
    }
    page.tables.push_back(pages::cases_table(results));
    return pages::html(page);
  }

  nlohmann::json json() const {
    nlohmann::json j{{"first", options_.first},
                     {"second", options_.second},
                     {"demand", options_.snr ? "snr" : "bits"},
                     {"seed", seed_}};
    j.update(tally_.json());
    if (tally_.failure() != nullptr)
      j.update({{"smallest", smallest_}, {"report", account_}, {"reproduce", again()}});
    return j;
  }

  const CompareOptions& options_;
  Comparison comparison_;
  laws::CodeCache& cache_;
  const SideGpus gpus_;
  const std::atomic<bool>& cancel_;
  laws::Experiment::Options run_options_;
  const std::uint64_t seed_ = options_.seed.value_or(1);
  problems::Space space_;
  std::optional<cases::Case> only_;
  Progress progress_;
  ComparisonTally tally_;
  std::string smallest_, account_;
};

}  // namespace

ComparisonEnd run_comparison(const CompareOptions& options, laws::CodeCache& cache, const SideGpus& gpus) {
  auto first = comparison::parse_side(options.first);
  if (!first) return {complain("compare", first.error()), {}, {}};
  auto second = comparison::parse_side(options.second, first->kernel->arch);
  if (!second) return {complain("compare", second.error()), {}, {}};
  auto comparison =
      Comparison::between(std::move(*first), std::move(*second),
                          options.snr ? comparison::Demand::snr : comparison::Demand::bits, cache);
  if (!comparison) return {complain("compare", comparison.error()), {}, {}};
  return Compare(options, std::move(*comparison), cache, gpus).run();
}

int compare(const CompareOptions& options) {
  const auto first = comparison::parse_side(options.first);
  if (!first) return complain("compare", first.error());
  const auto second = comparison::parse_side(options.second, first->kernel->arch);
  if (!second) return complain("compare", second.error());
  if (const std::string problem = fuzzing::unknown_names({}, options.models); !problem.empty())
    return complain("compare", problem);
  std::array<std::optional<Gpu>, 2> opened;
  SideGpus gpus{};
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    const std::string& device = (i == 0 ? first : second)->device;
    if (device.empty()) continue;
    auto gpu = open_gpu(device, options.timeout, options.runs_per_process);
    if (!gpu) {
      fmt::print(stderr, "lockstep compare: {}\n", gpu.error().text);
      return gpu.error().code;
    }
    gpus[i] = &opened[i].emplace(std::move(*gpu));
    fmt::print("{}\n", gpus[i]->text());
  }
  CompareOptions seeded = options;
  if (!options.seed) seeded.seed = std::uint64_t{std::random_device{}()} << 16 | 1;
  const std::string seed = options.case_line.empty() ? fmt::format("seed {:#x}\n", *seeded.seed) : "";
  fmt::print("{}", seed);
  laws::CodeCache cache;
  const ComparisonEnd end = run_comparison(seeded, cache, gpus);
  if (!end.json.is_null()) fmt::print("{}", seed);
  if (end.json.is_null()) return end.code;
  nlohmann::json j{{"schema", kSchema}};
  j.update(end.json);
  bool written = options.json.empty() || write_or_complain(options.json, j.dump(1) + "\n");
  written &= options.html.empty() || write_or_complain(options.html, end.html);
  return written || end.code == kFalsified || end.code == kTrapped ? end.code : int(kUsage);
}

}  // namespace lockstep::cli
