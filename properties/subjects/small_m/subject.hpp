// Small-M MXFP8 products under test: matrix, lane-wise and mixture-of-experts kernels.
#pragma once

#include "properties/subjects/subject.hpp"

namespace lockstep::subjects {

Subject small_m_subject();

}  // namespace lockstep::subjects
