// What is said at the end of a campaign, by the process that ran it and by a merge of its journals alike.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "cli/exit_code.hpp"
#include "cli/sarif.hpp"
#include "emulator/checks/suppressions.hpp"
#include "properties/campaigns/account.hpp"

namespace lockstep::cli {

/// The first inconclusive case, with its reason; nothing without one.
std::string inconclusive_text(const campaigns::Tally& tally);
/// What follows the reports of failures: counts, coverage, causes, cases that were refused, pairs not drawn, suppressions.
std::string closing_text(const campaigns::Account& account, const checks::Suppressions& suppressions);
/// The same in the order of a terminal, where what comes last is seen first, and without the statistics.
std::string ending_text(const campaigns::Account& account, const checks::Suppressions& suppressions);
/// Of several falsified cases each cause: whole lines, the most frequent first.
std::string causes_text(const campaigns::Account& account);
nlohmann::json causes_json(const campaigns::Account& account);

/// One result for each cause.
void add_sarif(const campaigns::Account& account, std::vector<SarifResult>& all);

/// What the cases amount to; prints why it is inconclusive where they are none, or the laws say nothing of any.
ExitCode code_of(const campaigns::Tally& tally);

}  // namespace lockstep::cli
