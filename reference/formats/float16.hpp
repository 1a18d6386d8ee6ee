// float16: IEEE 754 binary16.
#pragma once

#include "reference/formats/format.hpp"

namespace lockstep::formats {

/// Largest 65504, smallest normal 2^-14, smallest subnormal 2^-24.
inline constexpr Format float16{"float16", 16, 5, 10, 15, true, Specials::ieee};

}  // namespace lockstep::formats
