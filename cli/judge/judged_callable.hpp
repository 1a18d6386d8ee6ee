// The judgement of a function in Python, FILE.py:FUNCTION: the package's lockstep.judged does it, in processes of
// their own.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "cli/judge/budget.hpp"
#include "cli/judge/commands.hpp"
#include "properties/verdict/judgement.hpp"

namespace lockstep::cli {

/// Whether the text is FILE.py:FUNCTION.
bool names_callable(const std::string& text);
/// The file of FILE.py:FUNCTION.
std::string file_of_callable(const std::string& text);

/// Fails where the words can't be meant.
tl::expected<verdict::Judgement, std::string> judge_callable(const JudgeOptions& options,
                                                             const Budget& budget);

}  // namespace lockstep::cli
