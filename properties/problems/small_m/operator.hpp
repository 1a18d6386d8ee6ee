// Small-M MXFP8 products under test: matrix, lane-wise and mixture-of-experts kernels.
#pragma once

#include "properties/problems/operator.hpp"

namespace lockstep::problems {

Operator small_m_operator();

}  // namespace lockstep::problems
