// The grouped GEMM whose groups cut the reduction, under test.
#pragma once

#include "properties/subjects/subject.hpp"

namespace lockstep::subjects {

Subject grouped_gemm_k_subject();

}  // namespace lockstep::subjects
