// The last lines of a merge of several runs: what all of them come to, and which of them do not hold.
#pragma once

#include <string>
#include <vector>

#include "properties/campaigns/merge.hpp"

namespace lockstep::cli {

/// Whole lines; nothing of one run, whose own last lines say it.
std::string total_text(const std::vector<campaigns::MergedCampaign>& runs);

}  // namespace lockstep::cli
