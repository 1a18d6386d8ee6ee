// float8_ue5m3: a block scale of gfx1250 (E5M3 of its matrix scale formats); no sign bit.
#pragma once

#include "reference/formats/format.hpp"

namespace lockstep::formats {

/// Largest 114688 (0xFE), smallest normal 2^-14, smallest subnormal 2^-17; 0xFF is NaN. Encoding a negative
/// number drops its sign.
inline constexpr Format float8_ue5m3{"float8_ue5m3", 8, 5, 3, 15, false, Specials::fn};

}  // namespace lockstep::formats
