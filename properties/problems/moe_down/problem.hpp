// The problem a case describes: m[e] rows for expert e, dealt to tokens and sorted into blocks.
#pragma once

#include <tl/expected.hpp>

#include "kernels/moe_down/launch.hpp"
#include "properties/problems/operator.hpp"

namespace lockstep::problems {

/// Every token has top_k experts, or one less: as many tokens as that takes. A case outside the operator's
/// contract becomes a problem that check() refuses; fails only where none could be laid out.
tl::expected<operators::MoeDown, operators::Refusal> moe_down_problem(const cases::Case& c,
                                                                      operators::MoeOutput output);

kernels::MoeDownTuning moe_down_tuning(const cases::Case& c);

namespace moe_down {
/// Operator::prepare, of one product and of both.
Preparation prepare(const cases::Case& c, const kernels::Kernel& kernel);
Preparation prepare_two_stage(const cases::Case& c, const kernels::Kernel& kernel);
}  // namespace moe_down

}  // namespace lockstep::problems
