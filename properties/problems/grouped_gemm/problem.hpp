// The problem a case describes: its options, and routing laid out row by row.
#pragma once

#include <tl/expected.hpp>

#include "kernels/grouped_gemm/launch.hpp"
#include "properties/problems/operator.hpp"

namespace lockstep::problems {

/// The problem takes the formats of the kernel's arch. Row counts are taken as they are: a case outside the
/// operator's contract becomes a problem that check() refuses. Fails only where no tensor could exist
/// (negative or absurd sizes).
tl::expected<operators::GroupedGemm, operators::Refusal> problem_of(const cases::Case& c,
                                                                    const kernels::Kernel& kernel);

kernels::GroupedGemmTuning grouped_gemm_tuning_of(const cases::Case& c);

namespace grouped_gemm {
/// Operator::prepare.
Preparation prepare(const cases::Case& c, const kernels::Kernel& kernel);
}  // namespace grouped_gemm

}  // namespace lockstep::problems
