// The page that `merge --html` writes: of as many cases as there may be, so it has counts and causes where
// that of `fuzz` has each case.
#pragma once

#include <string>
#include <vector>

#include "properties/campaigns/merge.hpp"

namespace lockstep::cli {

/// Runs the smallest case of the first failure once more, watched, where the emulator ran the campaign.
std::string page_of(const std::vector<campaigns::MergedCampaign>& all, int exit_code, laws::CodeCache& cache);

// The last lines of a merge of several runs: what all of them come to, and which of them do not hold.

/// Whole lines; nothing of one run, whose own last lines say it.
std::string total_text(const std::vector<campaigns::MergedCampaign>& runs);

}  // namespace lockstep::cli
