// float8_e5m2fnuz: the other 8-bit operand of gfx942, as LLVM's Float8E5M2FNUZ.
#pragma once

#include "format.hpp"

namespace lockstep::formats {

/// Largest 57344, smallest normal 2^-15, smallest subnormal 2^-17; 0x80 is NaN, there is no -0.
inline constexpr Format float8_e5m2fnuz{"float8_e5m2fnuz", 8, 5, 2, 16, true, Specials::fnuz};

}  // namespace lockstep::formats
