// Which small-M products are drawn.
#pragma once

#include "properties/cases/draw.hpp"
#include "properties/problems/generate.hpp"

namespace lockstep::problems {

/// Sizes around the edges of tiles, chunks and waves; for experts routing with skew, padding of every kind
/// and place, now and then tensors past 2, 4 or 8 GiB at little work.
void small_m_shape(cases::Draw& draw, const Space& space, cases::Case& c);

/// Operator::relaunch.
void small_m_relaunch(cases::Draw& draw, cases::Case& c);
/// Of a dense kernel: B, the partial sums or D past 2, 4 or 8 GiB, of which a few columns are computed.
void small_m_wide_shape(cases::Draw& draw, cases::Case& c);
/// B's scales past 2 or 4 GiB; of the kernel for experts B's or A's.
void small_m_wide_scales(cases::Draw& draw, cases::Case& c);

}  // namespace lockstep::problems
