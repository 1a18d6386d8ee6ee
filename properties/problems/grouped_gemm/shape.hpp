// Which grouped GEMMs are drawn.
#pragma once

#include "properties/cases/draw.hpp"
#include "properties/problems/generate.hpp"

namespace lockstep::problems {

/// Sizes and routing: tails, empty groups, one group with everything; now and then a tensor past 2, 4 or 8
/// GiB at little work.
void grouped_gemm_shape(cases::Draw& draw, const Space& space, cases::Case& c);

/// A's scales past 2 or 4 GiB. B's, one for 128 x 128 elements, would need tensors of 8 TiB and more.
void grouped_gemm_wide_scales(cases::Draw& draw, cases::Case& c);

/// Operator::costs_too_much: a gap of GiB between groups to be filled with zeros.
bool grouped_gemm_fills_a_gap(const cases::Case& c);

/// Operator::relaunch.
void grouped_gemm_relaunch(cases::Draw& draw, cases::Case& c);

}  // namespace lockstep::problems
