// Which tensor-wise GEMMs are drawn.
#pragma once

#include "properties/cases/draw.hpp"
#include "properties/problems/generate.hpp"

namespace lockstep::problems {

/// Sizes around the edges of fragments, tiles and k blocks, aligned and not; any skew; every choice of
/// formats and tuning; now and then, with empty groups, B past 2, 4 or 8 GiB.
void tensorwise_gemm_shape(cases::Draw& draw, const Space& space, cases::Case& c);

/// Operator::relaunch.
void tensorwise_gemm_relaunch(cases::Draw& draw, cases::Case& c);

}  // namespace lockstep::problems
