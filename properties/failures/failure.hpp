// From a falsified case to the five lines that a person reads.
#pragma once

#include "properties/laws/evaluate.hpp"
#include "properties/verdict/report.hpp"

namespace lockstep::failures {

/// Runs the case once more to name the wave and lane that wrote the first wrong element. `progress` says how
/// the case was found.
verdict::FailureReport make_report(const cases::Case& smallest, const laws::Law& law, laws::CodeCache& cache,
                                   const laws::Experiment::Options& options, const std::string& progress);

}  // namespace lockstep::failures
