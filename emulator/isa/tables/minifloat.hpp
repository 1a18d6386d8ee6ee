// Rounding to, and reading, any binary format narrower than a double.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace lockstep::isa {

enum class Rounding : std::uint8_t { nearest_even, toward_zero, stochastic };

/// Stochastic rounding adds the highest bits of a seed to what lies below the last kept bit and drops what is
/// then below it. `dropped` is how many mantissa bits the source has more than the result: as many of the
/// seed's bits take part, and as many of what the number has below the last kept bit, which for a denormal
/// result is not all. Inferred: AMD's HIP does so on the host (amd_hip_ocp_host.hpp); the manual's
/// pseudo-code (CDNA4 ISA, V_CVT_SR_FP8_F32) takes the same bits of the seed, but would lose the carry into
/// the exponent.
struct Rounder {
  constexpr Rounder(Rounding chosen = Rounding::nearest_even) : rounding(chosen) {}
  Rounding rounding;
  std::uint32_t seed = 0;
  int dropped = 0;
};
constexpr Rounder stochastic(std::uint32_t seed, int dropped) {
  Rounder rounder(Rounding::stochastic);
  rounder.seed = seed;
  rounder.dropped = dropped;
  return rounder;
}

constexpr double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

/// The code of a finite magnitude, as if the format's exponent had no upper limit: the caller compares with
/// its largest code. `kMantissa` counts stored bits; `kMinExponent` is the exponent of the smallest normal
/// number.
template <int kMantissa, int kMinExponent>
constexpr std::uint32_t encode_magnitude(double magnitude, Rounder rounder = {}) {
  const int exponent =
      std::max(static_cast<int>(std::bit_cast<std::uint64_t>(magnitude) >> 52) - 1023, kMinExponent);
  const double units = magnitude * power_of_two(kMantissa - exponent);  // exact; below 2^(kMantissa + 1)
  const double whole = rounder.rounding == Rounding::nearest_even ? units + 0x1p52 - 0x1p52 : units;
  const std::uint32_t code =
      (static_cast<std::uint32_t>(exponent - kMinExponent) << kMantissa) + static_cast<std::uint32_t>(whole);
  if (rounder.rounding != Rounding::stochastic) return code;
  const double fraction = units - static_cast<std::uint32_t>(units);
  const auto below = static_cast<std::uint64_t>(fraction * power_of_two(rounder.dropped));
  const std::uint64_t noise = std::uint64_t{rounder.seed} >> (32 - rounder.dropped);
  return code + static_cast<std::uint32_t>((below + noise) >> rounder.dropped);
}

template <int kMantissa, int kMinExponent>
constexpr double decode_magnitude(std::uint32_t code) {
  const std::uint32_t field = code >> kMantissa, mantissa = code & ((1u << kMantissa) - 1);
  if (field == 0) return mantissa * power_of_two(kMinExponent - kMantissa);
  return (mantissa + (1u << kMantissa)) *
         power_of_two(kMinExponent + static_cast<int>(field) - 1 - kMantissa);
}

/// decode_magnitude() as the bits of a float, of which no code is subnormal. Without a branch, for the sake
/// of vectorisation.
template <int kMantissa, int kMinExponent>
constexpr std::uint32_t decode_magnitude_bits(std::uint32_t code) {
  static_assert(kMinExponent - kMantissa >= -126);
  constexpr int kStored = 23, kBias = 127;
  constexpr auto kUnit = static_cast<float>(power_of_two(kMinExponent - kMantissa));
  const std::uint32_t normal =
      (code << (kStored - kMantissa)) + (static_cast<std::uint32_t>(kMinExponent - 1 + kBias) << kStored);
  const auto subnormal =
      std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<std::int32_t>(code)) * kUnit);
  return code < (1u << kMantissa) ? subnormal : normal;
}

}  // namespace lockstep::isa
