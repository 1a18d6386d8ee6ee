// The grouped GEMM whose groups cut the reduction, under test.
#pragma once

#include "properties/problems/operator.hpp"

namespace lockstep::problems {

Operator grouped_gemm_k_operator();

}  // namespace lockstep::problems
