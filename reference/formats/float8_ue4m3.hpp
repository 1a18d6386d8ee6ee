// float8_ue4m3: the block scale of NVFP4; a byte of float8_e4m3fn whose sign bit is ignored.
#pragma once

#include "reference/formats/format.hpp"

namespace lockstep::formats {

/// Largest 448, smallest normal 2^-6, smallest subnormal 2^-9; 0x7F (and so 0xFF) is NaN. Encoding a negative
/// number drops its sign.
inline constexpr Format float8_ue4m3{"float8_ue4m3", 8, 4, 3, 7, false, Specials::fn, 1};

}  // namespace lockstep::formats
