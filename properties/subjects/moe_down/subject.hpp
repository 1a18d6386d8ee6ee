// The MoE down projection under test, in every form of its output.
#pragma once

#include "properties/subjects/subject.hpp"

namespace lockstep::subjects {

Subject moe_down_subject();

}  // namespace lockstep::subjects
