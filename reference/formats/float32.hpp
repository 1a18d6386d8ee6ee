// float32: IEEE 754 binary32.
#pragma once

#include "reference/formats/format.hpp"

namespace lockstep::formats {

/// Largest 2^128 - 2^104, smallest normal 2^-126, smallest subnormal 2^-149.
inline constexpr Format float32{"float32", 32, 8, 23, 127, true, Specials::ieee};

}  // namespace lockstep::formats
