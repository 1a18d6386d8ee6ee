// Through which inlined calls the instructions of a finding came to where they stand.
#pragma once

#include <string>

#include "emulator/code_object/inline_frames.hpp"
#include "emulator/machine/waves/finding.hpp"
#include "properties/cases/case.hpp"

namespace lockstep::failures {

/// Of the code object that the case runs; of nothing where it has no line tables.
code_object::InlineFrames frames_of(const cases::Case& c);

/// Whole lines for a report, one for each function, the innermost first; of many the first few and the kernel. Empty where
/// nothing was inlined: then the finding's own line says it all.
std::string inlined_lines(const machine::Finding& finding, const code_object::SourceLines& lines,
                          const code_object::InlineFrames& frames);

}  // namespace lockstep::failures
