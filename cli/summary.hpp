// What a campaign covered: shapes and tails, regimes, models, schedules, instructions, as text and as documented JSON.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "properties/campaigns/tally.hpp"

namespace lockstep::cli {

/// A line: how many cases hold, and how many do not.
std::string counts_text(const campaigns::Tally& tally);
/// Whole lines: what was drawn, reached and judged.
std::string statistics_text(const campaigns::Tally& tally);
/// `coverage` of docs/json.md.
nlohmann::json summary_json(const campaigns::Tally& tally);

}  // namespace lockstep::cli
