// The OCP 4-bit format e2m1, as gfx950 converts to it under a scale.
//
// The scale is the power of two in the exponent field of a binary32: sign and mantissa are not looked at, and
// a field of zero is 2^-127. Rounding is to nearest even; beyond 6 everything becomes 6, infinities too.
// There is no NaN to give: a NaN becomes 6 with its sign, which the manual leaves open.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "minifloat.hpp"

namespace lockstep::isa {

inline std::uint32_t to_float4(float x, float scale) {
  constexpr std::uint32_t kLargest = 7;
  const std::uint32_t sign = std::bit_cast<std::uint32_t>(x) >> 28 & 8;
  if (!std::isfinite(x)) return sign | kLargest;
  const int field = static_cast<int>(std::bit_cast<std::uint32_t>(scale) >> 23 & 0xFF);
  const double quotient = std::fabs(static_cast<double>(x)) * power_of_two(127 - field);
  return sign | std::min(encode_magnitude<1, 0>(quotient), kLargest);
}

}  // namespace lockstep::isa
