// What a campaign covered: shapes and tails, regimes, models, schedules, instructions, as text and as documented JSON.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "properties/campaigns/tally.hpp"

namespace lockstep::cli {

/// Whole lines.
std::string summary_text(const campaigns::Tally& tally);
/// `coverage` of docs/json.md.
nlohmann::json summary_json(const campaigns::Tally& tally);

}  // namespace lockstep::cli
