#include "cli/campaigns/campaign_report.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/output/fidelity.hpp"
#include "cli/output/json.hpp"
#include "properties/verdict/regions.hpp"

namespace lockstep::cli {

using campaigns::Tally;

namespace {

constexpr std::size_t kMostShown = 4;  // causes, or reasons, without --stats

/// The models that cases of this arch ran under.
std::vector<const matrix::Model*> models_of(const Tally& tally, std::string_view arch) {
  std::vector<const matrix::Model*> all;
  const auto names = tally.tags.find("model");
  if (names == tally.tags.end()) return all;
  for (const auto& [name, count] : names->second)
    if (const matrix::Model* m = matrix::find_model(name); m != nullptr && m->arch == arch) all.push_back(m);
  return all;
}

FidelityReport fidelity(const Tally& tally, const observe::Coverage& c) {
  return {*c.code(), models_of(tally, c.code()->object().arch), c.reached()};
}

}  // namespace

std::string counts_text(const Tally& tally) {
  return fmt::format(
      "{} cases: {} hold, {} falsified, {} inconclusive{}; {:.1f} G multiply-accumulates per run, {} runs\n",
      tally.cases, tally.holds, tally.falsified, tally.inconclusive,
      tally.not_applicable > 0 ? fmt::format(", {} of which the laws say nothing", tally.not_applicable) : "",
      double(tally.macs) / 1e9, tally.runs);
}

std::string statistics_text(const Tally& tally) {
  std::string out;
  for (const auto& [kind, values] : tally.tags) {
    std::vector<std::string> parts;
    for (const auto& [value, count] : values) parts.push_back(fmt::format("{} {}", value, count));
    out += fmt::format("  {:<15} {}\n", kind, fmt::join(parts, " | "));
  }
  std::vector<std::string> law_parts;
  for (const auto& [law, count] : tally.law_holds) law_parts.push_back(fmt::format("{} {}", law, count));
  if (!law_parts.empty()) out += fmt::format("  {:<15} {}\n", "laws that held", fmt::join(law_parts, " | "));
  for (const auto& [law, elements] : tally.law_silent)
    out +=
        fmt::format("  {:<15} {}: nothing said about {} elements, whose intermediate results may overflow\n",
                    "silent", law, elements);
  if (tally.snr.least)
    out += fmt::format("  {:<15} least {}, of {}; {} of {} cases without noise\n", "snr",
                       verdict::decibels(*tally.snr.least), tally.snr.least_of, tally.snr.without_noise,
                       tally.snr.cases);
  for (const auto& [image, c] : tally.coverage) {
    const auto reached = c.instructions(), directions = c.branch_directions();
    if (reached.reached == 0) continue;  // on a GPU, which does not say
    out += fmt::format("  {:<15} {}: {} of {} instructions, {} of {} branch directions, {} mnemonics\n",
                       "reached", image, reached.reached, reached.total, directions.reached, directions.total,
                       c.mnemonics().size());
    if (c.code() != nullptr)
      out += fmt::format("  {:<15} {}: of the instructions reached {}\n", "fidelity", image,
                         fidelity(tally, c).text());
  }
  return out;
}

nlohmann::json summary_json(const Tally& tally) {
  nlohmann::json j;
  j["cases"] = tally.cases;
  j["holds"] = tally.holds;
  j["falsified"] = tally.falsified;
  j["inconclusive"] = tally.inconclusive;
  j["not_applicable"] = tally.not_applicable;
  j["macs"] = tally.macs;
  j["runs"] = tally.runs;
  j["wave_instructions"] = tally.instructions;
  j["tags"] = tally.tags;
  j["laws"] = {
      {"holds", tally.law_holds}, {"falsified", tally.law_falsified}, {"silent_elements", tally.law_silent}};
  for (const auto& [text, reason] : tally.reasons) j["inconclusive_reasons"][reason.why] = reason.cases;
  j["snr"] = {{"cases", tally.snr.cases}, {"without_noise", tally.snr.without_noise}};
  if (tally.snr.least)
    j["snr"].update({{"least_db", json_of_ratio(*tally.snr.least)}, {"least_of", tally.snr.least_of}});
  for (const auto& [judge, n] : tally.judges)
    j["judges"][judge] = {{"falsified", n.falsified},
                          {"passed_falsified", n.passed_falsified},
                          {"holding", n.holding},
                          {"noticed_holding", n.noticed_holding}};
  nlohmann::json images = nlohmann::json::object();
  for (const auto& [image, c] : tally.coverage) {
    const auto reached = c.instructions(), directions = c.branch_directions();
    images[image] = {{"reached", reached.reached},
                     {"instructions", reached.total},
                     {"branch_ways_reached", directions.reached},
                     {"branch_ways", directions.total},
                     {"mnemonics", c.mnemonics()}};
    if (c.code() != nullptr) images[image]["fidelity"] = fidelity(tally, c).json();
  }
  j["instructions"] = images;
  return j;
}

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
  return fmt::format("INCONCLUSIVE  {}\n  reason     {}\n  again      ./lockstep replay '{}'{}\n",
                     first.the_case.kernel, first.why, cases::print(first.the_case),
                     laws::flag_of(first.law));
}

std::string causes_text(const campaigns::Account& account, Statistics statistics) {
  if (account.tally.falsified < 2) return {};
  std::string out;
  const std::vector<const Row*> rows = sorted(account.tally);
  const std::size_t shown = statistics == Statistics::told ? rows.size() : std::min(rows.size(), kMostShown);
  for (const Row* row : std::span(rows).first(shown)) {
    const auto& [cause, failures] = *row;
    const campaigns::Account::Known known = account.known_of(cause, failures);
    out += fmt::format("  {:<15} {} of {} / {}: {}\n  {:<15} ./lockstep replay '{}'{}\n", "cause",
                       failures.cases, cause.kernel, cause.law, known.what, "", known.smallest,
                       laws::flag_of(cause.law));
  }
  if (shown < rows.size()) out += fmt::format("  {:<15} {} more: --stats\n", "cause", rows.size() - shown);
  return out;
}

nlohmann::json causes_json(const campaigns::Account& account) {
  nlohmann::json all = nlohmann::json::array();
  for (const Row* row : sorted(account.tally)) {
    const auto& [cause, failures] = *row;
    const campaigns::Account::Known known = account.known_of(cause, failures);
    nlohmann::json j{{"kernel", cause.kernel},
                     {"law", cause.law},
                     {"cause", known.what},
                     {"cases", failures.cases},
                     {"smallest", known.smallest}};
    if (known.finding) j["finding"] = to_json(*known.finding);
    all.push_back(std::move(j));
  }
  return all;
}

namespace {

// Counts of the judges that --judge asked for, which are printed without --stats, too: one line sums up many,
// so that the end of a log stays short.
std::string judges_text(const campaigns::Tally& tally, Statistics statistics) {
  std::string out;
  if (statistics != Statistics::told && tally.judges.size() > kMostShown) {
    const auto with = [&](auto is) {
      return std::ranges::count_if(tally.judges, [&](const auto& judge) { return is(judge.second); });
    };
    return fmt::format("  {:<15} {} of {} pass a falsified case, {} would fail one that holds: --stats\n",
                       "judges", with([](const auto& n) { return n.passed_falsified > 0; }),
                       tally.judges.size(), with([](const auto& n) { return n.noticed_holding > 0; }));
  }
  for (const auto& [judge, n] : tally.judges)
    out += fmt::format("  {:<15} {}: passes {} of {} falsified cases, would fail {} of {} that hold\n",
                       "judge", judge, n.passed_falsified, n.falsified, n.noticed_holding, n.holding);
  return out;
}

// A recipe takes some of the problems that are drawn, and says which; a GPU has memory for some; some don't
// go with --always.
std::string refused_text(const campaigns::Account& account) {
  const campaigns::Tally& tally = account.tally;
  if (tally.refused == 0) return {};
  return fmt::format("  {:<15} {} cases, the first since {}\n", "not run", tally.refused,
                     tally.first_refused->why);
}

// Shapes that were proved, and why others were not decided.
std::string undecided_text(const campaigns::Tally& tally, Statistics statistics) {
  std::string out;
  const auto count = [](const auto& of) {
    const auto found = of.find("proof");
    return found == of.end() ? 0 : found->second;
  };
  const bool proves = tally.first_inconclusive && tally.first_inconclusive->law == "proof";
  if (proves || count(tally.law_holds) + count(tally.law_falsified) > 0)
    out += fmt::format("  {:<15} {} of {} shapes; {} refuted\n", "theorems", count(tally.law_holds),
                       tally.cases, count(tally.law_falsified));
  if (tally.inconclusive < 2) return out;  // the report of a single case says it all
  std::vector<std::pair<std::uint64_t, std::string>> reasons;
  for (const auto& [text, reason] : tally.reasons) reasons.emplace_back(reason.cases, reason.why);
  std::ranges::sort(reasons, std::ranges::greater());
  const std::size_t most = statistics == Statistics::told ? reasons.size() : kMostShown;
  for (const auto& [cases, why] : std::span(reasons).first(std::min(most, reasons.size())))
    out += fmt::format("  {:<15} {}: {}\n", "inconclusive", cases, why);
  if (reasons.size() > most)
    out += fmt::format("  {:<15} {} more reasons: --stats\n", "inconclusive", reasons.size() - most);
  return out;
}

std::string suppressed_text(const campaigns::Account& account, const findings::Suppressions& suppressions) {
  std::string out;
  for (const std::string& line : findings::account(suppressions, account.tally.suppressed))
    out += fmt::format("  {:<15} {}\n", "suppression", line);
  return out;
}

}  // namespace

std::string closing_text(const campaigns::Account& account, const findings::Suppressions& suppressions,
                         Statistics statistics) {
  const campaigns::Tally& tally = account.tally;
  const bool told = statistics == Statistics::told;
  std::string out = counts_text(tally) + (told ? statistics_text(tally) : "") +
                    judges_text(tally, statistics) + undecided_text(tally, statistics) +
                    causes_text(account, statistics) + refused_text(account);
  if (told && tally.cases > 0) out += fmt::format("  {:<15} {}\n", "not drawn", tally.pairs.unseen());
  out += suppressed_text(account, suppressions);
  if (!told)
    out +=
        fmt::format("  {:<15} --stats: what was drawn, reached and judged; --json FILE: each case\n", "more");
  return out;
}

std::string ending_text(const campaigns::Account& account, const findings::Suppressions& suppressions,
                        Statistics statistics) {
  return judges_text(account.tally, statistics) + undecided_text(account.tally, statistics) +
         causes_text(account, statistics) + refused_text(account) + suppressed_text(account, suppressions) +
         counts_text(account.tally);
}

void add_sarif(const campaigns::Account& a, std::vector<SarifResult>& all) {
  for (const auto& [cause, failures] : a.tally.causes) {
    const campaigns::Account::Known known = a.known_of(cause, failures);
    const auto& f = known.finding;
    const std::string build = cause.kernel.substr(cause.kernel.find(' ') + 1);
    all.push_back({f ? findings::name(f->kind) : cause.law, f ? f->severity : findings::Severity::wrong,
                   fmt::format("{} falsified in {} cases: {}; {}", cause.law, failures.cases, known.what,
                               known.smallest),
                   f ? f->source : "", f ? f->kernel : cause.kernel,
                   laws::CodeCache::names_file(build) ? build : cause.kernel});
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
