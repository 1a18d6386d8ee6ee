// Floats become halves as MODE says of numbers that overflow.
#pragma once

#include <cmath>

#include "emulator/isa/tables/arithmetic.hpp"
#include "emulator/isa/tables/lanes.hpp"

namespace lockstep::isa {

/// A float as a half: with MODE.FP16_OVFL a number that overflows becomes the largest number; infinities
/// stay.
inline Half to_half(float a, Mode mode) {
  const bool clamps = mode.saturates() && std::isfinite(a);
  const Half half = narrow_half(a);
  return clamps && is_infinite(half) ? with_sign(Half{0x7BFF}, is_negative(half)) : half;
}

constexpr std::uint32_t pair_of(Half low, Half high) {
  return std::uint32_t{high.bits} << 16 | low.bits;
}
inline std::uint32_t to_half_pair(float a, float b, Mode mode) {
  return pair_of(to_half(a, mode), to_half(b, mode));
}
inline std::uint32_t to_half_pair_truncating(float a, float b) {
  return pair_of(narrow_half(a, Rounding::toward_zero), narrow_half(b, Rounding::toward_zero));
}

inline Half fused_to_half(float a, float b, float c, Mode mode) {
  return to_half(fused_multiply_add(a, b, c), mode);
}

}  // namespace lockstep::isa
