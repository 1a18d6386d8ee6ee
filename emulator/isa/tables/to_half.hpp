// A float becomes a half as MODE says of numbers that overflow.
#pragma once

#include <cmath>

#include "emulator/isa/tables/arithmetic.hpp"
#include "emulator/isa/tables/lanes.hpp"

namespace lockstep::isa {

/// With MODE.FP16_OVFL a number that overflows becomes the largest number; infinities stay.
inline Half to_half(float a, Mode mode) {
  const bool clamps = mode.saturates() && std::isfinite(a);
  const Half half = narrow_half(a);
  return clamps && is_infinite(half) ? with_sign(Half{0x7BFF}, is_negative(half)) : half;
}

}  // namespace lockstep::isa
