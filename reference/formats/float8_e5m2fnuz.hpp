// float8_e5m2fnuz: the wide 8-bit operand of gfx942 (ml_dtypes' float8_e5m2fnuz).
#pragma once

#include "reference/formats/format.hpp"

namespace lockstep::formats {

/// Largest 57344, smallest normal 2^-15, smallest subnormal 2^-17; 0x80 is the only NaN, and there is no -0.
inline constexpr Format float8_e5m2fnuz{"float8_e5m2fnuz", 8, 5, 2, 16, true, Specials::fnuz};

}  // namespace lockstep::formats
