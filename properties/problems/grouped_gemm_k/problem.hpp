// The problem a case describes. As in the tensor-wise GEMM's gradient of the weights, `m` lists the groups'
// lengths along the reduction, and `k` is the number of D's rows.
#pragma once

#include "kernels/kernel.hpp"
#include "properties/cases/case.hpp"
#include "reference/operators/grouped_gemm_k.hpp"

namespace lockstep::problems {

/// Takes what the case says as it is: outside the operator's contract it becomes a problem that check()
/// refuses.
operators::GroupedGemmK grouped_gemm_k_problem_of(const cases::Case& c, const kernels::Kernel& kernel);

}  // namespace lockstep::problems
