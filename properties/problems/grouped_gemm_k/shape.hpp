// Which grouped GEMMs with groups along k are drawn.
#pragma once

#include "properties/cases/draw.hpp"
#include "properties/problems/generate.hpp"

namespace lockstep::problems {

/// Sizes and groups: empty ones anywhere, one with everything, partial tiles both ways, more groups than
/// lanes; now and then a D past 2, 4 or 8 GiB at little work.
void grouped_gemm_k_shape(cases::Draw& draw, const Space& space, cases::Case& c);
/// D is that large: only those of its planes that have work may be written.
bool grouped_gemm_k_is_wide(const cases::Case& c);
/// A or B past 2, 4 or 8 GiB, of which a tile of each group is computed.
void grouped_gemm_k_wide_scales(cases::Draw& draw, cases::Case& c);
void grouped_gemm_k_wide_shape(cases::Draw& draw, cases::Case& c);

}  // namespace lockstep::problems
