// float6_e2m3fn: OCP Microscaling formats v1.0, section 5.3.2.
#pragma once

#include "reference/formats/format.hpp"

namespace lockstep::formats {

/// Largest 7.5, smallest normal 1, smallest subnormal 0.125; every code is finite.
inline constexpr Format float6_e2m3fn{"float6_e2m3fn", 6, 2, 3, 1, true, Specials::finite};

}  // namespace lockstep::formats
