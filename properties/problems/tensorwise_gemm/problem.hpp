// The problem a case describes, and how it is launched.
//
// The case's m are the rows of each group, the tokens. In nt and nn they are rows of A and D; k is the
// reduction. In tn they are the reduction, and k is the rows of each plane of D: the case then describes the
// gradient of weights [n, k] as the other two use them.
#pragma once

#include <tl/expected.hpp>

#include "kernels/tensorwise_gemm/launch.hpp"
#include "properties/cases/case.hpp"

namespace lockstep::problems {

/// A case outside the operator's contract becomes a problem that check() refuses. Fails where group sizes do
/// not add up to an offset.
tl::expected<operators::TensorwiseGemm, operators::Refusal> tensorwise_problem_of(const cases::Case& c,
                                                                                  operators::Layout layout);
kernels::TensorwiseTuning tuning_of(const cases::Case& c);

}  // namespace lockstep::problems
