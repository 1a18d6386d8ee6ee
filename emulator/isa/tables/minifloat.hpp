// Rounding to, and reading, any binary format narrower than a double.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace lockstep::isa {

enum class Rounding : std::uint8_t { nearest_even, toward_zero };

constexpr double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

/// The code of a finite magnitude, as if the format's exponent had no upper limit: the caller compares with
/// its largest code. `kMantissa` counts stored bits; `kMinExponent` is the exponent of the smallest normal
/// number.
template <int kMantissa, int kMinExponent>
constexpr std::uint32_t encode_magnitude(double magnitude, Rounding rounding = Rounding::nearest_even) {
  const int exponent =
      std::max(static_cast<int>(std::bit_cast<std::uint64_t>(magnitude) >> 52) - 1023, kMinExponent);
  const double units = magnitude * power_of_two(kMantissa - exponent);  // exact; below 2^(kMantissa + 1)
  const double whole = rounding == Rounding::nearest_even ? units + 0x1p52 - 0x1p52 : units;
  return (static_cast<std::uint32_t>(exponent - kMinExponent) << kMantissa) +
         static_cast<std::uint32_t>(whole);
}

template <int kMantissa, int kMinExponent>
constexpr double decode_magnitude(std::uint32_t code) {
  const std::uint32_t field = code >> kMantissa, mantissa = code & ((1u << kMantissa) - 1);
  if (field == 0) return mantissa * power_of_two(kMinExponent - kMantissa);
  return (mantissa + (1u << kMantissa)) *
         power_of_two(kMinExponent + static_cast<int>(field) - 1 - kMantissa);
}

}  // namespace lockstep::isa
