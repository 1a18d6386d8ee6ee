// The judgement of a function in Python, FILE.py:FUNCTION: the package's lockstep.judged does it, in
// processes of their own.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "cli/judge/budget.hpp"
#include "cli/judge/commands.hpp"
#include "properties/verdict/judgement.hpp"

namespace lockstep::cli {

/// Whether the text is FILE.py:FUNCTION.
bool names_callable(const std::string& text);
/// The file of FILE.py:FUNCTION.
std::string file_of_callable(const std::string& text);

/// Whether the file imports what launches by the HIP runtime itself, as FlyDSL does.
bool launches_by_hip(const std::string& callable);

/// What is launched on inputs that a function in Python draws: a capsule, or a code object, of which the
/// function's file says how. Neither: the candidate is a function that launches by HIP.
struct LaunchedOnDraws {
  std::string capsule{}, object{}, arch{};
};

/// What a reference in Python makes of it: a launch file for each draw.
struct DrawnLaunches {
  std::vector<std::string> files;
  std::vector<std::string> read;  ///< inputs on which its outputs depend
  verdict::Execution execution = verdict::Execution::completed;
  std::string why;  ///< there are none
};
DrawnLaunches draw_launches(const JudgeOptions& options, const Budget& budget,
                            const LaunchedOnDraws& launched, const std::string& folder);

/// Fails where the words can't be meant.
tl::expected<verdict::Judgement, std::string> judge_callable(const JudgeOptions& options,
                                                             const Budget& budget);

}  // namespace lockstep::cli
