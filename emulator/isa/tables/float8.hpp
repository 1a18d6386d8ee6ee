// The 8-bit formats: as gfx950 converts them OCP's e4m3 ("fp8", no infinity, NaN 0x7F) and e5m2 ("bf8"), as
// gfx942 does their FNUZ namesakes (bias one more, no infinity, NaN 0x80 in place of -0).
//
// Rounding is to nearest even whatever MODE says, or stochastic. Beyond the largest number MODE.FP16_OVFL
// decides: set, the largest number, for infinities too; clear, NaN or, in OCP's e5m2, infinity. The manual's
// text gives the rounding; the overflow is inferred from the formats' saturating and non-saturating
// conversions.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "emulator/isa/tables/lanes.hpp"
#include "emulator/isa/tables/minifloat.hpp"

namespace lockstep::isa {

/// encode_magnitude() of a float, to nearest even; for an infinity, more than any. Without a branch, for the
/// sake of vectorisation.
template <int kMantissa, int kMinExponent>
constexpr std::uint32_t encode_magnitude_bits(std::uint32_t magnitude) {
  constexpr int kDropped = 23 - kMantissa;
  constexpr auto kBits = [](double x) { return std::bit_cast<std::uint32_t>(static_cast<float>(x)); };
  constexpr std::uint32_t kSmallestNormal = kBits(power_of_two(kMinExponent));
  // Added, it leaves the smallest subnormal as the last bit.
  constexpr std::uint32_t kShift = kBits(power_of_two(kMinExponent + kDropped));
  const std::uint32_t rounded = magnitude + ((1u << (kDropped - 1)) - 1) + (magnitude >> kDropped & 1);
  const std::uint32_t normal =
      (rounded >> kDropped) - (static_cast<std::uint32_t>(kMinExponent + 126) << kMantissa);
  const std::uint32_t subnormal =
      std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) + std::bit_cast<float>(kShift)) - kShift;
  return magnitude < kSmallestNormal ? subnormal : normal;
}

template <int kMantissa, int kMinExponent, std::uint8_t kLargest, std::uint8_t kOverflow, std::uint8_t kNan>
struct Float8 {
  static std::uint8_t encode(double x, Mode mode, Rounder rounder = {}) {
    const auto sign = static_cast<std::uint8_t>(std::bit_cast<std::uint64_t>(x) >> 56 & 0x80);
    const auto with_sign = [sign](std::uint32_t code) { return static_cast<std::uint8_t>(sign | code); };
    if (std::isnan(x)) return with_sign(kNan);
    const std::uint32_t code =
        std::isinf(x) ? kLargest + 1u : encode_magnitude<kMantissa, kMinExponent>(std::fabs(x), rounder);
    if (code > kLargest) return with_sign(mode.saturates() ? kLargest : kOverflow);
    return with_sign(code);
  }

  /// encode() of a float, to nearest even, without a branch.
  static std::uint32_t encode_float(float x, Mode mode) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    const std::uint32_t magnitude = bits & 0x7FFF'FFFFu;
    const std::uint32_t code = encode_magnitude_bits<kMantissa, kMinExponent>(magnitude);
    const std::uint32_t beyond = mode.saturates() ? kLargest : kOverflow;
    const std::uint32_t number = code > kLargest ? beyond : code;
    return (magnitude > 0x7F80'0000u ? kNan : number) | (bits >> 24 & 0x80);
  }

  static float decode(std::uint8_t x) {
    const std::uint32_t sign = std::uint32_t{x & 0x80u} << 24, magnitude = x & 0x7Fu;
    const std::uint32_t number = decode_magnitude_bits<kMantissa, kMinExponent>(magnitude);
    const std::uint32_t special = magnitude == kInfinity ? 0x7F800000u : 0x7FC00000u;
    return std::bit_cast<float>(sign | (magnitude > kLargest ? special : number));
  }

  static constexpr int kStored = kMantissa;

  /// The code after the largest number, unless that is NaN already.
  static constexpr std::uint32_t kInfinity = kOverflow == kNan ? 0x100 : kOverflow;
};

/// gfx1250's e5m3: no sign, no infinity, NaN 0xFF. A negative number is taken by its magnitude, as tools of
/// others have it; no manual says so.
struct UnsignedFloat8 {
  static constexpr int kStored = 3, kMinExponent = -14;
  static constexpr std::uint8_t kLargest = 0xFE, kNan = 0xFF;

  static std::uint8_t encode(double x, Mode mode, Rounder rounder = {}) {
    if (std::isnan(x)) return kNan;
    const std::uint32_t code =
        std::isinf(x) ? kNan : encode_magnitude<kStored, kMinExponent>(std::fabs(x), rounder);
    return code > kLargest ? mode.saturates() ? kLargest : kNan : static_cast<std::uint8_t>(code);
  }
  static std::uint32_t encode_float(float x, Mode mode) {
    const std::uint32_t magnitude = std::bit_cast<std::uint32_t>(x) & 0x7FFF'FFFFu;
    const std::uint32_t code = encode_magnitude_bits<kStored, kMinExponent>(magnitude);
    const std::uint32_t beyond = mode.saturates() ? kLargest : kNan;
    return magnitude > 0x7F80'0000u ? kNan : code > kLargest ? beyond : code;
  }
  static float decode(std::uint8_t x) {
    const std::uint32_t number = decode_magnitude_bits<kStored, kMinExponent>(x);
    return std::bit_cast<float>(x == kNan ? 0x7FC00000u : number);
  }
};

using Fp8 = Float8<3, -6, 0x7E, 0x7F, 0x7F>;
using Bf8 = Float8<2, -14, 0x7B, 0x7C, 0x7F>;

template <int kMantissa, int kMinExponent>
struct FnuzFloat8 {
  static constexpr std::uint8_t kLargest = 0x7F, kNan = 0x80;
  static constexpr int kStored = kMantissa;

  static std::uint8_t encode(double x, Mode mode, Rounder rounder = {}) {
    const auto sign = static_cast<std::uint8_t>(std::bit_cast<std::uint64_t>(x) >> 56 & 0x80);
    if (std::isnan(x)) return kNan;
    const std::uint32_t code =
        std::isinf(x) ? kLargest + 1u : encode_magnitude<kMantissa, kMinExponent>(std::fabs(x), rounder);
    if (code == 0) return 0;
    if (code > kLargest) return mode.saturates() ? static_cast<std::uint8_t>(sign | kLargest) : kNan;
    return static_cast<std::uint8_t>(sign | code);
  }

  static std::uint32_t encode_float(float x, Mode mode) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    const std::uint32_t magnitude = bits & 0x7FFF'FFFFu, sign = bits >> 24 & 0x80;
    const std::uint32_t code = encode_magnitude_bits<kMantissa, kMinExponent>(magnitude);
    const std::uint32_t beyond = mode.saturates() ? sign | kLargest : kNan;
    const std::uint32_t number = code > kLargest ? beyond : code == 0 ? 0 : sign | code;
    return magnitude > 0x7F80'0000u ? kNan : number;
  }

  static float decode(std::uint8_t x) {
    const std::uint32_t sign = std::uint32_t{x & 0x80u} << 24;
    const std::uint32_t number = sign | decode_magnitude_bits<kMantissa, kMinExponent>(x & 0x7Fu);
    return std::bit_cast<float>(x == kNan ? 0x7FC00000u : number);
  }
};

using FnuzFp8 = FnuzFloat8<3, -7>;
using FnuzBf8 = FnuzFloat8<2, -15>;

}  // namespace lockstep::isa
