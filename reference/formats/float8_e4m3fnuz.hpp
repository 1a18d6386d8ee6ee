// float8_e4m3fnuz: the 8-bit operand of gfx942 (ml_dtypes' float8_e4m3fnuz).
#pragma once

#include "reference/formats/format.hpp"

namespace lockstep::formats {

/// Largest 240, smallest normal 2^-7, smallest subnormal 2^-10; 0x80 is the only NaN, and there is no -0.
/// Read as float8_e4m3fn, a code means twice as much.
inline constexpr Format float8_e4m3fnuz{"float8_e4m3fnuz", 8, 4, 3, 8, true, Specials::fnuz};

}  // namespace lockstep::formats
