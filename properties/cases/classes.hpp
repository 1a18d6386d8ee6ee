// Classes of cases, as summaries count them and draws aim at them.
#pragma once

#include <string>

#include "properties/cases/case.hpp"

namespace lockstep::cases {

/// Which edges of 16-row fragments and 128-row tiles the groups' rows have: "m%16!=0, m<32".
std::string tail_class(const Case& c);

}  // namespace lockstep::cases
