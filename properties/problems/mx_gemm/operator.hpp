// The dense block-scaled product as an operator under test.
#pragma once

#include "properties/problems/operator.hpp"

namespace lockstep::problems {

/// In the layouts of gfx1250's kernels; mx_gemm_operator() of arrays is the same product for callables.
Operator mx_gemm_tiled_operator();

}  // namespace lockstep::problems
