// The tensor-wise GEMM as an operator under test.
#pragma once

#include "properties/subjects/subject.hpp"

namespace lockstep::subjects {

Subject tensorwise_gemm_subject();

}  // namespace lockstep::subjects
