#include <array>
#include <optional>
#include <random>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/campaign.hpp"
#include "cli/commands.hpp"
#include "cli/comparison_tally.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/gpu.hpp"
#include "cli/interrupt.hpp"
#include "cli/json.hpp"
#include "cli/output_file.hpp"
#include "cli/selection.hpp"
#include "host/parallel_for.hpp"
#include "properties/comparison/account.hpp"
#include "properties/laws/minimise.hpp"
#include "properties/problems/generate.hpp"

namespace lockstep::cli {

namespace {

using comparison::Comparison;

constexpr double kDefaultSeconds = 60;
using Gpus = std::array<std::optional<Gpu>, 2>;

class Compare {
 public:
  Compare(const CompareOptions& options, Comparison comparison, laws::CodeCache& cache, Gpus& gpus)
      : options_(options),
        comparison_(std::move(comparison)),
        cache_(cache),
        gpus_(gpus),
        cancel_(watch_for_interrupt()) {
    run_options_.checks = false;
    run_options_.cancel = &cancel_;
    seed_ = options.seed ? *options.seed : std::uint64_t{std::random_device{}()} << 16 | 1;
    space_.kernels = {comparison_.side(0).kernel_text()};
    space_.builds = {comparison_.side(0).build};
    space_.models = options.models;
    for (std::size_t i = 0; i < gpus_.size(); ++i) use(i);
    space_.wide_offsets = !options.no_wide_offsets;
    space_.exact_grid_only = !comparison_.one_order() && comparison_.demand() == comparison::Demand::bits;
  }

  int run() {
    if (options_.case_line.empty()) fmt::print("seed {:#x}\n", seed_);
    std::fflush(stdout);
    if (!problems::holds_any(space_))
      return complain("compare", fmt::format("{} has none of the models that were named", space_.kernels[0]));
    if (!options_.case_line.empty()) {
      auto c = cases::parse(options_.case_line);
      if (!c) return complain("compare", c.error());
      only_ = std::move(*c);
    }
    const CampaignResult campaign = drive();
    progress_.finish();
    for (const laws::CaseResult& r : campaign.results) tally_.count(r);
    if (tally_.failure() != nullptr) report();
    print_totals();
    const bool written = options_.json.empty() || write_or_complain(options_.json, json().dump(1) + "\n");
    const int code = tally_.exit_code();
    if (code == kFalsified || code == kTrapped) return code;
    if (campaign.interrupted) return kInterrupted;
    return written ? code : kUsage;
  }

 private:
  // What its answers to the probe leave of the models is what both sides add by.
  void use(std::size_t side) {
    if (!gpus_[side]) return;
    fmt::print("{}\n", gpus_[side]->text());
    comparison_.run_on(side, *gpus_[side]->device, !gpus_[side]->models.empty());
    if (space_.models.empty()) space_.models = gpus_[side]->models;
  }

  CampaignResult drive() {
    Campaign campaign;
    campaign.evaluate = [this](std::uint64_t, const cases::Case& c) {
      return comparison_.evaluate(c, cache_, run_options_);
    };
    const bool on_gpu = gpus_[0] || gpus_[1];
    campaign.jobs = on_gpu ? std::max(1, options_.jobs) : host::thread_count(options_.jobs);
    campaign.seconds = options_.seconds;
    if (!options_.seconds && !options_.cases && !only_) campaign.seconds = kDefaultSeconds;
    campaign.cancel = &cancel_;
    campaign.next = [this](std::uint64_t index) -> std::optional<cases::Case> {
      if (only_) return index == 0 ? only_ : std::nullopt;
      if (options_.cases && index >= *options_.cases) return std::nullopt;
      return problems::draw(space_, seed_, index);
    };
    return cli::run(campaign, progress_);
  }

  laws::Minimised shrink() {
    if (only_) return {tally_.failure()->the_case};
    fmt::print(stderr, "case {} differs: shrinking for at most {} tries\n", tally_.drawn(), options_.shrink_tries);
    return laws::minimise(
        tally_.failure()->the_case,
        [this](const cases::Case& c) { return comparison_.evaluate(c, cache_, run_options_); }, &cancel_,
        options_.shrink_tries);
  }

  void report() {
    const laws::Minimised least = shrink();
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
    const std::string shrunk = only_
                                   ? "the case that was named"
                                   : fmt::format("case {}   shrunk {}x in {} tries{}", tally_.drawn(), least.steps,
                                                 least.attempts, least.out_of_tries ? ", out of tries" : "");
    fmt::print("FALSIFIED  {} / {}   {}\n{}  {:<10} {}\n", options_.first, options_.second, shrunk, account_,
               "again", again());
  }

  std::string again() const {
    return fmt::format("./lockstep compare {} {}{} --case '{}'", options_.first, options_.second,
                       options_.snr ? " --snr" : "", smallest_);
  }

  void print_totals() const {
    if (tally_.failure() == nullptr)
      fmt::print("{}  {} / {}\n", tally_.same() > 0 ? "HOLDS" : "INCONCLUSIVE", options_.first,
                 options_.second);
    fmt::print("{}", tally_.text(options_.snr ? "SNR" : "same bits",
                                 space_.exact_grid_only
                                     ? "only data that is exact in any order, since they add in different ones"
                                     : ""));
    if (options_.case_line.empty()) fmt::print("seed {:#x}\n", seed_);
  }

  nlohmann::json json() const {
    nlohmann::json j{{"schema", kSchema},
                     {"first", options_.first},
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
  Gpus& gpus_;
  const std::atomic<bool>& cancel_;
  laws::Experiment::Options run_options_;
  std::uint64_t seed_ = 0;
  problems::Space space_;
  std::optional<cases::Case> only_;
  Progress progress_;
  ComparisonTally tally_;
  std::string smallest_, account_;
};

}  // namespace

int compare(const CompareOptions& options) {
  auto first = comparison::parse_side(options.first);
  if (!first) return complain("compare", first.error());
  auto second = comparison::parse_side(options.second, first->kernel->arch);
  if (!second) return complain("compare", second.error());
  if (const std::string problem = unknown_names({}, options.models); !problem.empty())
    return complain("compare", problem);
  laws::CodeCache cache;
  auto comparison =
      Comparison::between(std::move(*first), std::move(*second),
                          options.snr ? comparison::Demand::snr : comparison::Demand::bits, cache);
  if (!comparison) return complain("compare", comparison.error());
  Gpus gpus;
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    const std::string& device = comparison->side(i).device;
    if (device.empty()) continue;
    auto gpu = open_gpu(device, options.timeout, options.runs_per_process);
    if (!gpu) {
      fmt::print(stderr, "lockstep compare: {}\n", gpu.error().text);
      return gpu.error().code;
    }
    gpus[i] = std::move(*gpu);
  }
  return Compare(options, std::move(*comparison), cache, gpus).run();
}

}  // namespace lockstep::cli
