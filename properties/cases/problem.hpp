// The problem a case describes: routing laid out row by row.
#pragma once

#include "case.hpp"
#include "reference/operators/grouped_gemm.hpp"

namespace lockstep::cases {

/// Row counts are taken as they are: a case outside the operator's contract becomes a problem that check()
/// refuses. Fails only where no tensor could exist (negative or absurd sizes).
tl::expected<operators::GroupedGemm, operators::Refusal> problem_of(const Case& c);

}  // namespace lockstep::cases
