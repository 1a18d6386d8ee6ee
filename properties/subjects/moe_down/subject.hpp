// The MoE down projection under test, in every form of its output, the product before it, and both as a
// whole.
#pragma once

#include "properties/subjects/subject.hpp"

namespace lockstep::subjects {

Subject moe_down_subject();
Subject moe_two_stage_subject();

}  // namespace lockstep::subjects
