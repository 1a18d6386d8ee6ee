// float6_e3m2fn: OCP Microscaling formats v1.0, section 5.3.2.
#pragma once

#include "reference/formats/format.hpp"

namespace lockstep::formats {

/// Largest 28, smallest normal 0.25, smallest subnormal 0.0625; every code is finite.
inline constexpr Format float6_e3m2fn{"float6_e3m2fn", 6, 3, 2, 3, true, Specials::finite};

}  // namespace lockstep::formats
