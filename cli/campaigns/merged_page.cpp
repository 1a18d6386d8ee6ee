#include "cli/campaigns/merged_page.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/campaigns/campaign_report.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/result_pages.hpp"
#include "cli/output/version.hpp"
#include "properties/pages/case_page.hpp"
#include "properties/pages/page.hpp"

namespace lockstep::cli {

namespace {

using campaigns::MergedCampaign;

std::string number(std::uint64_t n) {
  return std::to_string(n);
}

std::string seed_of(const MergedCampaign& c) {
  return fmt::format("{:#x}", c.account.words.seed());
}

pages::Table campaigns_table(const std::vector<MergedCampaign>& all) {
  pages::Table table{
      "Campaigns", {"seed", "cases", "hold", "falsified", "inconclusive", "not applicable", "missing"}, {}};
  for (const MergedCampaign& c : all) {
    const campaigns::Tally& t = c.account.tally;
    const char* state = t.falsified > 0                          ? "falsified"
                        : t.inconclusive > 0 || !c.is_complete() ? "inconclusive"
                                                                 : "holds";
    const std::string missing = c.is_complete() ? "none"
                                : c.missing > 0 ? number(c.missing)
                                                : fmt::format("the end of {} shards", c.unfinished.size());
    table.rows.push_back({state,
                          {seed_of(c), number(t.cases), number(t.holds), number(t.falsified),
                           number(t.inconclusive), number(t.not_applicable), missing}});
  }
  return table;
}

pages::Table causes_table(const std::vector<MergedCampaign>& all) {
  pages::Table table{"Causes", {"seed", "cases", "kernel", "law", "cause", "smallest case"}, {}};
  for (const MergedCampaign& c : all)
    for (const nlohmann::json& cause : causes_json(c.account)) {
      const auto text = [&](const char* key) { return cause.at(key).get<std::string>(); };
      table.rows.push_back({"falsified",
                            {seed_of(c), number(cause.at("cases").get<std::uint64_t>()), text("kernel"),
                             text("law"), text("cause"), text("smallest")}});
    }
  return table;
}

pages::Table laws_table(const std::vector<MergedCampaign>& all) {
  pages::Table table{"Laws", {"seed", "law", "holds in cases", "falsified in"}, {}};
  for (const MergedCampaign& c : all) {
    std::map<std::string, std::array<std::uint64_t, 2>> counts;
    for (const auto& [law, n] : c.account.tally.law_holds) counts[law][0] = n;
    for (const auto& [law, n] : c.account.tally.law_falsified) counts[law][1] = n;
    for (const auto& [law, n] : counts)
      table.rows.push_back({n[1] > 0 ? "falsified" : "holds", {seed_of(c), law, number(n[0]), number(n[1])}});
  }
  return table;
}

pages::Table drawn_table(const std::vector<MergedCampaign>& all) {
  pages::Table table{"What was drawn", {"seed", "kind", "value", "cases"}, {}};
  for (const MergedCampaign& c : all)
    for (const auto& [kind, values] : c.account.tally.tags)
      for (const auto& [value, n] : values) table.rows.push_back({"", {seed_of(c), kind, value, number(n)}});
  return table;
}

std::string sentence(const std::vector<MergedCampaign>& all) {
  std::uint64_t cases = 0, holds = 0, falsified = 0, missing = 0;
  for (const MergedCampaign& c : all) {
    cases += c.account.tally.cases, holds += c.account.tally.holds, falsified += c.account.tally.falsified;
    missing += c.missing;
  }
  return fmt::format("{} of {} cases hold, {} falsified, {} say nothing{}", holds, cases, falsified,
                     cases - holds - falsified, missing > 0 ? fmt::format(", {} are missing", missing) : "");
}

// The first failure that a page can show.
void add_failure(const MergedCampaign& c, laws::CodeCache& cache, pages::Page& page) {
  const auto reports = c.account.reports();
  const auto smallest =
      reports.empty() ? std::nullopt : std::optional(cases::parse(reports.front()->smallest));
  if (!smallest || !*smallest) return;
  const campaigns::Words& words = c.account.words;
  page.again = fmt::format("./lockstep replay '{}'{}{}", reports.front()->smallest,
                           laws::flag_of(reports.front()->cause.law), words.named.value("flags", ""));
  if (!words.named.contains("device"))
    pages::add_case(**smallest, reports.front()->cause.law, cache, {}, page);
}

}  // namespace

std::string page_of(const std::vector<MergedCampaign>& all, int exit_code, laws::CodeCache& cache) {
  pages::Page page;
  page.verdict = verdict_of(exit_code);
  page.title = "lockstep merge";
  page.sentence = sentence(all);
  for (const MergedCampaign& c : all) {
    page.facts.push_back({"seed", seed_of(c)});
    page.facts.push_back({"runs on", c.account.words.named.value("device", "the emulator")});
    for (const campaigns::Smallest* s : c.account.reports()) page.reports.push_back(s->text);
    if (page.again.empty()) add_failure(c, cache, page);
    for (const auto& [image, coverage] : c.account.tally.coverage)
      if (coverage.code() != nullptr)
        page.code.push_back(
            pages::code_map(all.size() == 1 ? image : fmt::format("{}, seed {}", image, seed_of(c)), coverage,
                            source_folders(std::array{image.substr(image.find(' ') + 1)})));
  }
  page.facts.push_back({"Lockstep", full_version()});
  for (pages::Table table : {campaigns_table(all), causes_table(all), laws_table(all), drawn_table(all)})
    if (!table.rows.empty()) page.tables.push_back(std::move(table));
  return pages::html(page);
}

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
