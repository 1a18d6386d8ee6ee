// The files that a run of `fuzz` leaves: --json, --junit, --sarif, --coverage and --html.
#pragma once

#include <vector>

#include "cli/fuzz_run.hpp"

namespace lockstep::cli {

/// False: one could not be written, as was said on standard error.
bool write_files(const FuzzRun& run, const std::vector<laws::CaseResult>& results);

/// `code`: what the run exits with.
bool write_page(const FuzzRun& run, const std::vector<laws::CaseResult>& results, int code);

}  // namespace lockstep::cli
