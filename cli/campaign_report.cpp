#include "cli/campaign_report.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/json.hpp"
#include "cli/summary.hpp"

namespace lockstep::cli {

using campaigns::Cause;

namespace {

using Row = std::pair<const Cause, campaigns::Tally::Failures>;

// The most frequent first.
std::vector<const Row*> sorted(const campaigns::Tally& tally) {
  std::vector<const Row*> rows;
  for (const auto& row : tally.causes) rows.push_back(&row);
  std::ranges::sort(rows, [](const Row* a, const Row* b) {
    return a->second.cases != b->second.cases ? a->second.cases > b->second.cases : a->first < b->first;
  });
  return rows;
}

}  // namespace

std::string inconclusive_text(const campaigns::Tally& tally) {
  if (!tally.first_inconclusive) return {};
  const campaigns::Tally::First& first = *tally.first_inconclusive;
  return fmt::format("INCONCLUSIVE  {}\n  reason     {}\n  again      ./lockstep replay '{}'\n",
                     first.the_case.kernel, first.why, cases::print(first.the_case));
}

std::string causes_text(const campaigns::Account& account) {
  if (account.tally.falsified < 2) return {};
  std::string out;
  for (const Row* row : sorted(account.tally)) {
    const auto& [cause, failures] = *row;
    out += fmt::format("  {:<15} {} of {} / {}: {}\n  {:<15} {}\n", "cause", failures.cases, cause.kernel,
                       cause.law, cause.what, "", account.smallest_of(cause, failures));
  }
  return out;
}

nlohmann::json causes_json(const campaigns::Account& account) {
  nlohmann::json all = nlohmann::json::array();
  for (const Row* row : sorted(account.tally)) {
    const auto& [cause, failures] = *row;
    nlohmann::json j{{"kernel", cause.kernel},
                     {"law", cause.law},
                     {"cause", cause.what},
                     {"cases", failures.cases},
                     {"smallest", account.smallest_of(cause, failures)}};
    if (failures.finding) j["finding"] = to_json(*failures.finding);
    all.push_back(std::move(j));
  }
  return all;
}

namespace {

// A recipe takes some of the problems that are drawn, and says which; a GPU has memory for some; some don't go with --always.
std::string refused_text(const campaigns::Account& account) {
  const campaigns::Tally& tally = account.tally;
  if (tally.refused == 0) return {};
  return fmt::format("  {:<15} {} cases, the first since {}\n", "not run", tally.refused,
                     tally.first_refused->why);
}

std::string suppressed_text(const campaigns::Account& account, const checks::Suppressions& suppressions) {
  std::string out;
  for (const std::string& line : checks::account(suppressions, account.tally.suppressed))
    out += fmt::format("  {:<15} {}\n", "suppression", line);
  return out;
}

}  // namespace

std::string closing_text(const campaigns::Account& account, const checks::Suppressions& suppressions) {
  const campaigns::Tally& tally = account.tally;
  return counts_text(tally) + statistics_text(tally) + causes_text(account) + refused_text(account) +
         (tally.cases > 0 ? fmt::format("  {:<15} {}\n", "not drawn", tally.pairs.unseen()) : "") +
         suppressed_text(account, suppressions);
}

std::string ending_text(const campaigns::Account& account, const checks::Suppressions& suppressions) {
  return causes_text(account) + refused_text(account) + suppressed_text(account, suppressions) +
         counts_text(account.tally);
}

void add_sarif(const campaigns::Account& a, std::vector<SarifResult>& all) {
  for (const auto& [cause, failures] : a.tally.causes) {
    const auto& f = failures.finding;
    all.push_back({f ? machine::name(f->kind) : cause.law, f ? f->severity : findings::Severity::wrong,
                   fmt::format("{} falsified in {} cases: {}; {}", cause.law, failures.cases, cause.what,
                               a.smallest_of(cause, failures)),
                   f ? f->source : "", f ? f->kernel : cause.kernel});
  }
}

ExitCode code_of(const campaigns::Tally& tally) {
  if (tally.first_falsified) return tally.first_falsified->trapped ? kTrapped : kFalsified;
  if (tally.cases == 0) {
    fmt::print("INCONCLUSIVE  no case was executed\n");
    return kInconclusive;
  }
  if (tally.inconclusive > 0) return kInconclusive;
  if (tally.holds > 0) return kHolds;
  fmt::print("INCONCLUSIVE  the laws that were named say nothing about any of these cases\n");
  return kInconclusive;
}

}  // namespace lockstep::cli
