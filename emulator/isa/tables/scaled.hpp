// Conversions under a scale (gfx950): numbers of 4, 6 and 8 bits from and to f32, f16 and bf16.
//
// The scale is the power of two in the exponent field of a binary32: sign and mantissa are not looked at, a
// field of zero is 2^-127, and a field of 255 is NaN, as in E8M0. Narrowing divides by it, widening
// multiplies, either with one rounding: to nearest even, or stochastic.
//
// The roles of operands are the manual's (CDNA4 ISA, VOP3A and VOP3B instructions). Inferred from AMD's HIP
// on the host (amd_hip_ocp_host.hpp): a NaN scale, and that a NaN becomes the largest number with its sign
// where the format has none. Inferred from the conversions without scale: 8-bit overflow, by MODE.FP16_OVFL.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "emulator/isa/tables/float8.hpp"
#include "emulator/isa/tables/lanes.hpp"
#include "emulator/isa/tables/minifloat.hpp"

namespace lockstep::isa {

/// Formats whose every code is a number: beyond the largest everything becomes the largest, infinities too.
template <int kBits, int kMantissa, int kMinExponent>
struct FiniteFloat {
  static constexpr int kStored = kMantissa;
  static constexpr std::uint32_t kSign = 1u << (kBits - 1), kLargest = kSign - 1;

  static std::uint8_t encode(double x, Mode, Rounder rounder = {}) {
    const std::uint32_t sign = std::signbit(x) ? kSign : 0;
    if (!std::isfinite(x)) return static_cast<std::uint8_t>(sign | kLargest);
    const std::uint32_t code = encode_magnitude<kMantissa, kMinExponent>(std::fabs(x), rounder);
    return static_cast<std::uint8_t>(sign | (code < kLargest ? code : kLargest));
  }
  /// encode() of a float, to nearest even, without a branch.
  static std::uint32_t encode_float(float x, Mode) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    const std::uint32_t magnitude = bits & 0x7FFF'FFFFu;
    const std::uint32_t code = encode_magnitude_bits<kMantissa, kMinExponent>(magnitude);
    const std::uint32_t number = code < kLargest && magnitude <= 0x7F80'0000u ? code : kLargest;
    return number | (bits >> 31 << (kBits - 1));
  }
  static float decode(std::uint8_t x) {
    const auto value = static_cast<float>(decode_magnitude<kMantissa, kMinExponent>(x & kLargest));
    return (x & kSign) != 0 ? -value : value;
  }
};

using Fp4 = FiniteFloat<4, 1, 0>;   ///< e2m1
using Fp6 = FiniteFloat<6, 3, 0>;   ///< e2m3
using Bf6 = FiniteFloat<6, 2, -2>;  ///< e3m2

struct Scale {
  explicit Scale(float bits) : field(static_cast<int>(std::bit_cast<std::uint32_t>(bits) >> 23 & 0xFF)) {}
  bool is_nan() const { return field == 255; }
  double factor() const { return power_of_two(field - 127); }
  int field;
};

/// Mantissa bits of the wide formats.
template <typename T>
inline constexpr int kMantissaBits = 23;
template <>
inline constexpr int kMantissaBits<Half> = 10;
template <>
inline constexpr int kMantissaBits<Bfloat> = 7;

inline double exact(float x) {
  return x;
}
inline double exact(Half x) {
  return widen(x);
}
inline double exact(Bfloat x) {
  return widen(x);
}

template <typename Format, typename From>
std::uint8_t narrowed(From x, float scale_bits, Mode mode, Rounder rounder = {}) {
  const Scale scale(scale_bits);
  const double value = exact(x);
  if (!scale.is_nan()) return Format::encode(value / scale.factor(), mode, rounder);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  return Format::encode(std::signbit(value) ? -nan : nan, mode);
}
/// Like narrowed() to nearest even, without a branch. A product that is inexact, subnormal or infinite as a
/// float lies far below the smallest number of the format or beyond its largest.
template <typename Format, typename From>
std::uint32_t narrowed_to_nearest(From x, float scale_bits, Mode mode) {
  const auto value = static_cast<float>(exact(x));
  const std::uint32_t field = std::bit_cast<std::uint32_t>(scale_bits) >> 23 & 0xFF;
  const std::uint32_t factor = field == 254 ? 0x0040'0000u : (254 - field) << 23;  // 2^(127 - field)
  const float scaled = value * std::bit_cast<float>(factor);
  const std::uint32_t nan = (std::bit_cast<std::uint32_t>(value) & 0x8000'0000u) | 0x7FC0'0000u;
  const std::uint32_t bits = field == 255 ? nan : std::bit_cast<std::uint32_t>(scaled);
  return Format::encode_float(std::bit_cast<float>(bits), mode);
}
template <typename Format, typename From>
std::uint8_t narrowed_stochastically(From x, std::uint32_t seed, float scale, Mode mode) {
  return narrowed<Format>(x, scale, mode, stochastic(seed, kMantissaBits<From> - Format::kStored));
}

template <typename To>
To rounded_to(double x, Mode mode) {
  if constexpr (std::is_same_v<To, Half>) {
    const Half half = narrow_half(x);
    const bool clamps = mode.saturates() && std::isfinite(x) && (half.bits & 0x7FFF) == 0x7C00;
    return clamps ? Half{static_cast<std::uint16_t>(half.bits - 1)} : half;
  } else if constexpr (std::is_same_v<To, Bfloat>) {
    return narrow_bfloat(static_cast<float>(x));  // at most four significant bits: the first step is exact
  } else {
    return static_cast<float>(x);
  }
}
template <typename Format, typename To>
To widened(std::uint8_t code, float scale_bits, Mode mode) {
  const Scale scale(scale_bits);
  const double value = Format::decode(code);
  if (scale.is_nan())
    return rounded_to<To>(std::copysign(std::numeric_limits<double>::quiet_NaN(), value), mode);
  return rounded_to<To>(value * scale.factor(), mode);
}

/// The generator whose next number rounds the next element: v_prng_b32.
constexpr std::uint32_t next_seed(std::uint32_t seed) {
  return seed << 1 ^ ((seed >> 31) * 197u);
}

}  // namespace lockstep::isa
