// The grouped GEMM under test, contiguous and masked.
#pragma once

#include "properties/problems/operator.hpp"

namespace lockstep::problems {

Operator grouped_gemm_operator();

}  // namespace lockstep::problems
