// float4_e2m1fn: OCP Microscaling formats v1.0, section 5.3.3.
#pragma once

#include "reference/formats/format.hpp"

namespace lockstep::formats {

/// 0, 0.5, 1, 1.5, 2, 3, 4, 6 and their negatives; every code is finite.
inline constexpr Format float4_e2m1fn{"float4_e2m1fn", 4, 2, 1, 1, true, Specials::finite};

}  // namespace lockstep::formats
