// The tensor-wise GEMM as an operator under test.
#pragma once

#include "properties/problems/operator.hpp"

namespace lockstep::problems {

Operator tensorwise_gemm_operator();

}  // namespace lockstep::problems
