// float8_e4m3fn: OCP 8-bit floating point specification v1.0, table 1. The 8-bit operand of gfx950 and
// gfx1250.
#pragma once

#include "reference/formats/format.hpp"

namespace lockstep::formats {

/// Largest 448, smallest normal 2^-6, smallest subnormal 2^-9; 0x7F and 0xFF are NaN.
inline constexpr Format float8_e4m3fn{"float8_e4m3fn", 8, 4, 3, 7, true, Specials::fn};

}  // namespace lockstep::formats
