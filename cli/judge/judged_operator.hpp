// The judgement of an implementation of an operator that has kernels here: cases of the operator are drawn,
// the implementation runs on each, and the laws hold what it wrote against the reference. It is
// `fuzz --build`, and a verdict.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "cli/judge/budget.hpp"
#include "cli/judge/commands.hpp"
#include "properties/verdict/judgement.hpp"

namespace lockstep::cli {

/// Whether the text begins with the name of a kernel here, as a case line does.
bool names_operator(const std::string& text);

/// `build`: the path of a code object, or of a launch recipe. Fails where the words of the operator are
/// wrong.
tl::expected<verdict::Judgement, std::string> judge_operator(const JudgeOptions& options,
                                                             const Budget& budget, const std::string& build);

}  // namespace lockstep::cli
