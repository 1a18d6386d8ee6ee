#include "cli/merged_total.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lockstep::cli {

namespace {

using campaigns::MergedCampaign;
using campaigns::Tally;

std::string name_of(const MergedCampaign& run) {
  constexpr std::size_t kShown = 3;
  const auto kernels = run.account.words.named.value("kernels", std::vector<std::string>{});
  const auto shown = std::min(kernels.size(), kShown);
  return fmt::format("{}{}, seed {:#x}",
                     fmt::join(kernels.begin(), kernels.begin() + std::ptrdiff_t(shown), " "),
                     shown < kernels.size() ? fmt::format(" and {} more", kernels.size() - shown) : "",
                     run.account.words.seed());
}

std::string line(const char* what, std::uint64_t count, const MergedCampaign& run) {
  return fmt::format("  {:<15} {} of {} cases: {}\n", what, count, run.account.tally.cases, name_of(run));
}

// What keeps a run from holding.
std::string rows(const MergedCampaign& run) {
  const Tally& t = run.account.tally;
  std::string out;
  if (t.falsified > 0) out += line("falsified", t.falsified, run);
  if (t.inconclusive > 0) out += line("inconclusive", t.inconclusive, run);
  if (t.holds + t.falsified + t.inconclusive == 0)
    out += fmt::format("  {:<15} {}\n", "nothing judged", name_of(run));
  if (!run.is_complete()) out += fmt::format("  {:<15} {}\n", "incomplete", name_of(run));
  return out;
}

}  // namespace

std::string total_text(const std::vector<MergedCampaign>& runs) {
  if (runs.size() < 2) return {};
  std::uint64_t cases = 0, holds = 0, falsified = 0, inconclusive = 0;
  std::string not_holding;
  for (const MergedCampaign& run : runs) {
    const Tally& t = run.account.tally;
    cases += t.cases;
    holds += t.holds;
    falsified += t.falsified;
    inconclusive += t.inconclusive;
    not_holding += rows(run);
  }
  return fmt::format("{} runs, {} cases: {} hold, {} falsified, {} inconclusive\n{}", runs.size(), cases,
                     holds, falsified, inconclusive, not_holding);
}

}  // namespace lockstep::cli
