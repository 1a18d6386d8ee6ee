// What fails in a run of `fuzz`: made small, reported, and kept in the corpus.
#pragma once

#include <vector>

#include "cli/fuzz_run.hpp"

namespace lockstep::cli {

/// One report per kernel, build and law: the first case that falsifies it, shrunk.
void report_failures(FuzzRun& run, const std::vector<laws::CaseResult>& results);

}  // namespace lockstep::cli
