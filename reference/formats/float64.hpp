// float64: IEEE 754 binary64.
#pragma once

#include "reference/formats/format.hpp"

namespace lockstep::formats {

/// Largest 2^1024 - 2^971, smallest normal 2^-1022, smallest subnormal 2^-1074. An operand of matrix units
/// only: its codes are 64 bits wide, so it is not one of kFormats.
inline constexpr Format float64{"float64", 64, 11, 52, 1023, true, Specials::ieee};

}  // namespace lockstep::formats
