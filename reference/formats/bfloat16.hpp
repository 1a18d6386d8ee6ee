// bfloat16: the upper half of an IEEE binary32.
#pragma once

#include "reference/formats/format.hpp"

namespace lockstep::formats {

/// Largest 0x7F7F, smallest normal 2^-126, smallest subnormal 2^-133.
inline constexpr Format bfloat16{"bfloat16", 16, 8, 7, 127, true, Specials::ieee};

}  // namespace lockstep::formats
