// float8_ue4m3: the block scale of NVFP4: float8_e4m3fn whose sign bit is ignored.
#pragma once

#include "format.hpp"

namespace lockstep::formats {

/// Largest 448, smallest subnormal 2^-9; 0x7F is NaN. Seven bits: the eighth means nothing.
inline constexpr Format float8_ue4m3{"float8_ue4m3", 7, 4, 3, 7, false, Specials::fn};

}  // namespace lockstep::formats
