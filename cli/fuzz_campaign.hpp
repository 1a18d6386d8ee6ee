// The cases of a run of `fuzz`: which they are, and under which laws they run.
#pragma once

#include "cli/campaign.hpp"
#include "cli/fuzz_run.hpp"

namespace lockstep::cli {

/// Runs them; the account and the journal of the run have what came of each. The run's time is that of `progress`.
CampaignResult run_cases(FuzzRun& run, Progress& progress);

}  // namespace lockstep::cli
