// A judgement from beginning to end, for the command and for its server.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "cli/inspection/selftest.hpp"
#include "cli/judge/budget.hpp"
#include "cli/judge/commands.hpp"
#include "properties/verdict/judgement.hpp"

namespace lockstep::cli {

/// Judges within the budget and fills all that the schema has but for the self-test. The options have a seed.
/// Fails where they are wrong.
tl::expected<verdict::Judgement, std::string> judge_within(const JudgeOptions& options, const Budget& budget,
                                                           const SelfTest& controls);

/// The verdict on what could not be judged, as far as it is known beforehand.
verdict::Judgement not_judged(const JudgeOptions& options, verdict::Execution execution, std::string why);

}  // namespace lockstep::cli
