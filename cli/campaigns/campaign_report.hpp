// What is said of a campaign, by the process that ran it and by a merge of its journals alike: what it
// covered (shapes and tails, regimes, models, schedules, instructions), what it found, and what it amounts
// to.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "cli/output/exit_code.hpp"
#include "cli/output/for_other_tools.hpp"
#include "emulator/findings/suppressions.hpp"
#include "properties/campaigns/account.hpp"

namespace lockstep::cli {

/// The first inconclusive case, with its reason; nothing without one.
std::string inconclusive_text(const campaigns::Tally& tally);
/// Whether a summary tells what was drawn, reached and judged, which takes a screen, or how to see it.
enum class Statistics : bool { left_out, told };

/// What follows the reports of failures: counts, statistics, causes, cases that were refused, pairs not
/// drawn, suppressions.
std::string closing_text(const campaigns::Account& account, const findings::Suppressions& suppressions,
                         Statistics statistics);
/// What closing_text says but for statistics, in a terminal's order: what comes last is seen first.
std::string ending_text(const campaigns::Account& account, const findings::Suppressions& suppressions,
                        Statistics statistics);
/// The causes of several falsified cases with the line that reproduces each, the most frequent cause first;
/// with statistics all of them.
std::string causes_text(const campaigns::Account& account, Statistics statistics);
nlohmann::json causes_json(const campaigns::Account& account);

/// Adds one SARIF result for each cause.
void add_sarif(const campaigns::Account& account, std::vector<SarifResult>& all);

/// What the cases amount to; prints why it is inconclusive where they are none, or the laws say nothing of
/// any.
ExitCode code_of(const campaigns::Tally& tally);

/// A line: how many cases hold, and how many do not.
std::string counts_text(const campaigns::Tally& tally);
/// Whole lines: what was drawn, reached and judged.
std::string statistics_text(const campaigns::Tally& tally);
/// The object `coverage` of docs/json.md.
nlohmann::json summary_json(const campaigns::Tally& tally);

}  // namespace lockstep::cli
