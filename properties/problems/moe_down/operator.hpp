// The MoE down projection under test, in every form of its output, the product before it, and both as a
// whole.
#pragma once

#include "properties/problems/operator.hpp"

namespace lockstep::problems {

Operator moe_down_operator();
Operator moe_two_stage_operator();

}  // namespace lockstep::problems
