// binary16 and bfloat16: one rounding from a double, NaNs quieted with as much of their payload as fits.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "emulator/isa/tables/minifloat.hpp"

namespace lockstep::isa {

struct Half {
  std::uint16_t bits;
};
struct Bfloat {
  std::uint16_t bits;
};

constexpr bool is_nan(Half x) {
  return (x.bits & 0x7FFF) > 0x7C00;
}

inline double widen(Half x) {
  const std::uint32_t magnitude = x.bits & 0x7FFFu;
  if (magnitude < 0x7C00) {
    const double value = decode_magnitude<10, -14>(magnitude);
    return x.bits >> 15 ? -value : value;
  }
  const std::uint64_t quiet = magnitude > 0x7C00 ? 0x200 : 0;
  const std::uint64_t mantissa = (magnitude & 0x3FF) | quiet;
  return std::bit_cast<double>(std::uint64_t{x.bits & 0x8000u} << 48 | 0x7FFull << 52 | mantissa << 42);
}

/// widen() of a half as the bits of a float, without a branch.
constexpr std::uint32_t widened_bits(std::uint32_t half) {
  const std::uint32_t magnitude = half & 0x7FFF, mantissa = (magnitude & 0x3FF) << 13;
  const std::uint32_t quiet = magnitude > 0x7C00 ? 0x0040'0000u : 0u;
  const std::uint32_t finite = decode_magnitude_bits<10, -14>(magnitude);
  return (half & 0x8000) << 16 | (magnitude < 0x7C00 ? finite : 0x7F80'0000u | mantissa | quiet);
}

inline Half narrow_half(double x, Rounder rounder = {}) {
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
  const auto sign = static_cast<std::uint32_t>(bits >> 48 & 0x8000);
  if (std::isnan(x)) return {static_cast<std::uint16_t>(sign | 0x7E00 | (bits >> 42 & 0x3FF))};
  if (std::isinf(x)) return {static_cast<std::uint16_t>(sign | 0x7C00)};
  const std::uint32_t limit = rounder.rounding == Rounding::toward_zero ? 0x7BFF : 0x7C00;
  return {
      static_cast<std::uint16_t>(sign | std::min(encode_magnitude<10, -14>(std::fabs(x), rounder), limit))};
}

constexpr float widen(Bfloat x) {
  return std::bit_cast<float>(std::uint32_t{x.bits} << 16);
}

/// Adding just below half of the last kept bit, plus that bit, carries exactly when nearest-even rounds up.
constexpr Bfloat narrow_bfloat(float x) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
  const bool nan = (bits & 0x7FFFFFFF) > 0x7F800000;
  const std::uint32_t rounded = bits + 0x7FFF + (bits >> 16 & 1);
  return {static_cast<std::uint16_t>((nan ? bits | 0x400000 : rounded) >> 16)};
}

}  // namespace lockstep::isa
