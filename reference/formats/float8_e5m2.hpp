// float8_e5m2: OCP 8-bit floating point specification v1.0, table 1.
#pragma once

#include "reference/formats/format.hpp"

namespace lockstep::formats {

/// Largest 57344, smallest normal 2^-14, smallest subnormal 2^-16; has Inf and NaN as IEEE formats do.
inline constexpr Format float8_e5m2{"float8_e5m2", 8, 5, 2, 15, true, Specials::ieee};

}  // namespace lockstep::formats
