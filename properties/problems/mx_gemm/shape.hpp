// Which dense block-scaled products are drawn.
#pragma once

#include "properties/cases/draw.hpp"
#include "properties/problems/generate.hpp"

namespace lockstep::problems {

/// Sizes around the edges of fragments and tiles, up to several tiles each way; every pair of formats, tile, cluster and
/// number of stages; now and then one tile of operands, or of D, past 2, 4 or 8 GiB.
void mx_gemm_shape(cases::Draw& draw, const Space& space, cases::Case& c);

/// One tile of a problem with an operand, D or partial sums past 2, 4 or 8 GiB.
void mx_gemm_wide_shape(cases::Draw& draw, cases::Case& c);
/// ... with scales past 2 or 4 GiB.
void mx_gemm_wide_scales(cases::Draw& draw, cases::Case& c);

/// Operator::relaunch.
void mx_gemm_relaunch(cases::Draw& draw, cases::Case& c);

}  // namespace lockstep::problems
