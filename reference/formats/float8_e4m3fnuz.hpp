// float8_e4m3fnuz: the 8-bit operand of gfx942, as LLVM's Float8E4M3FNUZ.
#pragma once

#include "format.hpp"

namespace lockstep::formats {

/// Largest 240, smallest normal 2^-7, smallest subnormal 2^-10; 0x80 is NaN, there is no -0.
inline constexpr Format float8_e4m3fnuz{"float8_e4m3fnuz", 8, 4, 3, 8, true, Specials::fnuz};

}  // namespace lockstep::formats
