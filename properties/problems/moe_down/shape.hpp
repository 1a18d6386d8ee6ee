// Which MoE down projections are drawn.
#pragma once

#include "properties/cases/draw.hpp"
#include "properties/problems/generate.hpp"

namespace lockstep::problems {

/// Sizes and routing: skew, empty experts, padding anywhere, tokens that collide; now and then a tensor past
/// 2, 4 or 8 GiB at little work.
void moe_down_shape(cases::Draw& draw, const Space& space, cases::Case& c);

/// Of both products as a whole; tensors stay small.
void moe_two_stage_shape(cases::Draw& draw, const Space& space, cases::Case& c);

/// A's or B's scales past 2 GiB.
void moe_down_wide_scales(cases::Draw& draw, cases::Case& c);

/// Operator::relaunch. Tokens without experts stay as they are: the others' numbers hang on them.
void moe_down_relaunch(cases::Draw& draw, cases::Case& c);

}  // namespace lockstep::problems
