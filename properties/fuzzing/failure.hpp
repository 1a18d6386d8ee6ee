// From a falsified case to the five lines that a person reads.
#pragma once

#include <string>

#include "emulator/code_object/source_lines.hpp"
#include "properties/cases/case.hpp"
#include "properties/laws/evaluate.hpp"
#include "properties/verdict/report.hpp"

namespace lockstep::fuzzing {

/// Runs the case once more to name the wave and lane that wrote the first wrong element. `progress` says how
/// the case was found.
verdict::FailureReport make_report(const cases::Case& smallest, const laws::Law& law, laws::CodeCache& cache,
                                   const laws::Experiment::Options& options, const std::string& progress);

/// A sentence where the file that the case's build names is not the code object that the case was found on,
/// by its digest; else empty.
std::string changed_object(const cases::Case& c);

/// Through which inlined calls the instructions of the case's code object came to where they stand; of an
/// object without line tables nothing is known.
code_object::InlineFrames frames_of(const cases::Case& c);

}  // namespace lockstep::fuzzing
