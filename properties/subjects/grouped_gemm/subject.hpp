// The grouped GEMM under test, contiguous and masked.
#pragma once

#include "properties/subjects/subject.hpp"

namespace lockstep::subjects {

Subject grouped_gemm_subject();

}  // namespace lockstep::subjects
