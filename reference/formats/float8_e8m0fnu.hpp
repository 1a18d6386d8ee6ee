// float8_e8m0fnu: the block scale of OCP Microscaling formats v1.0, section 5.4.1.
#pragma once

#include "reference/formats/format.hpp"

namespace lockstep::formats {

/// 2^(code - 127); 0 is 2^-127 (not zero), 255 is NaN.
inline constexpr Format float8_e8m0fnu{"float8_e8m0fnu", 8, 8, 0, 127, false, Specials::exponent_only};

}  // namespace lockstep::formats
