#include "emulator/isa/tables/host_lanes.hpp"

namespace lockstep::isa {

namespace {

#define LOCKSTEP_INSIDE_LANES __attribute__((always_inline))

using Flags = std::array<std::uint32_t, kMaxLanes>;

/// Replaces the results of marked lanes by the lane function's, and stores all.
template <auto kFunction>
LOCKSTEP_INLINE void store_settled(const LaneInputs& in, Lanes& results, const Flags& in_doubt,
                                   LaneOutputs& out) {
  std::uint32_t any = 0;
  for (std::size_t l = 0; l < kMaxLanes; ++l) any |= in_doubt[l];
  if (any != 0)
    for (std::size_t l = 0; l < kMaxLanes; ++l)
      if (in_doubt[l] != 0) results[l] = bits_of(kFunction(std::bit_cast<float>(in.source[0][0][l])));
  std::memcpy(out.destination[0], results.data(), sizeof results);
}

/// 2^x for -0.5 <= x <= 0.5, to 2^-50: the series of the exponential to the twelfth power of x ln 2, of which
/// the next term is below 2e-16.
LOCKSTEP_INLINE double power_of_fraction(double x) {
  constexpr std::array kCoefficients{0x1.0000000000000p+0,  0x1.62e42fefa39efp-1,  0x1.ebfbdff82c58fp-3,
                                     0x1.c6b08d704a0c0p-5,  0x1.3b2ab6fba4e77p-7,  0x1.5d87fe78a6731p-10,
                                     0x1.430912f86c787p-13, 0x1.ffcbfc588b0c7p-17, 0x1.62c0223a5c824p-20,
                                     0x1.b5253d395e7c4p-24, 0x1.e4cf5158b8ecap-28, 0x1.e8cac7351bb25p-32,
                                     0x1.c3bd650fc2986p-36};
  // The sum goes by pairs of powers, fours and eights: one chain of all would keep hosts waiting.
  const double x2 = x * x, x4 = x2 * x2, x8 = x4 * x4;
  const auto two = [&](std::size_t i) LOCKSTEP_INSIDE_LANES {
    return __builtin_fma(kCoefficients[i + 1], x, kCoefficients[i]);
  };
  const auto four = [&](std::size_t i)
                        LOCKSTEP_INSIDE_LANES { return __builtin_fma(two(i + 2), x2, two(i)); };
  const double low = __builtin_fma(four(4), x4, four(0)),
               high = __builtin_fma(kCoefficients[12], x4, four(8));
  return __builtin_fma(high, x8, low);
}

/// Whether a double is nearer than 2^-43 of itself to where floats part: both it and the lane function's are
/// nearer than that to the function.
LOCKSTEP_INLINE bool parts_floats(double x) {
  constexpr std::uint64_t kBelow = (std::uint64_t{1} << 29) - 1, kMiddle = std::uint64_t{1} << 28,
                          kNear = 1 << 9;
  return (std::bit_cast<std::uint64_t>(x) & kBelow) - kMiddle + kNear < 2 * kNear;
}

/// Normal, finite and positive.
LOCKSTEP_INLINE bool is_usual(std::uint32_t bits) {
  constexpr std::uint32_t kSmallestNormal = 0x0080'0000;
  return bits - kSmallestNormal < kInfinityBits<float> - kSmallestNormal;
}

/// Results of at least 2^-126 and below 2^128, and zeros for less.
LOCKSTEP_INLINE void powers(const LaneInputs& in, LaneOutputs& out) {
  constexpr double kInteger = 0x1.8p52;  // adding it rounds to an integer, in the lowest bits
  alignas(64) Lanes results;
  alignas(64) Flags in_doubt;
  const std::uint32_t* const source = in.source[0][0];
  LOCKSTEP_LANES_INDEPENDENT
  for (std::size_t l = 0; l < kMaxLanes; ++l) {
    const auto x = std::bit_cast<float>(source[l]);
    const bool vanishes = x < -126.0F, usual = x < 128.0F;
    const double inside = usual && !vanishes ? double(x) : 0.0;
    const double shifted = inside + kInteger;
    const double whole = shifted - kInteger;
    const auto power = std::bit_cast<double>(std::bit_cast<std::uint64_t>(power_of_fraction(inside - whole)) +
                                             (std::bit_cast<std::uint64_t>(shifted) << 52));
    in_doubt[l] = !usual || parts_floats(power) ? 1 : 0;
    results[l] = vanishes ? 0 : std::bit_cast<std::uint32_t>(static_cast<float>(power));
  }
  store_settled<approximate<float, power_of_2, true>>(in, results, in_doubt, out);
}

/// log2 of m, between the roots of 1/2 and of 2, to 2^-50 of itself: the series of the inverse hyperbolic
/// tangent of (m - 1) / (m + 1) = s, of which the term behind the last, s^20 / 21, is below 2^-55.
LOCKSTEP_INLINE double logarithm_of_mantissa(double m) {
  constexpr double kTwoOverLn2 = 0x1.71547652b82fep+1;
  constexpr std::array kCoefficients{kTwoOverLn2,      kTwoOverLn2 / 3,  kTwoOverLn2 / 5,  kTwoOverLn2 / 7,
                                     kTwoOverLn2 / 9,  kTwoOverLn2 / 11, kTwoOverLn2 / 13, kTwoOverLn2 / 15,
                                     kTwoOverLn2 / 17, kTwoOverLn2 / 19};
  const double s = (m - 1) / (m + 1), s2 = s * s, s4 = s2 * s2, s8 = s4 * s4;
  const auto two = [&](std::size_t i) LOCKSTEP_INSIDE_LANES {
    return __builtin_fma(kCoefficients[i + 1], s2, kCoefficients[i]);
  };
  const double low = __builtin_fma(two(2), s4, two(0)), middle = __builtin_fma(two(6), s4, two(4));
  return s * __builtin_fma(__builtin_fma(two(8), s8, middle), s8, low);
}

LOCKSTEP_INLINE void logarithms(const LaneInputs& in, LaneOutputs& out) {
  constexpr std::uint32_t kRootOfHalf = 0x3F35'04F3, kOne = 0x3F80'0000;
  alignas(64) Lanes results;
  alignas(64) Flags in_doubt;
  const std::uint32_t* const source = in.source[0][0];
  LOCKSTEP_LANES_INDEPENDENT
  for (std::size_t l = 0; l < kMaxLanes; ++l) {
    const std::uint32_t bits = is_usual(source[l]) ? source[l] : kOne;
    const std::int32_t exponent = static_cast<std::int32_t>(bits - kRootOfHalf) >> 23;
    const std::uint32_t mantissa = bits - (static_cast<std::uint32_t>(exponent) << 23);
    const double logarithm = double(exponent) + logarithm_of_mantissa(double(std::bit_cast<float>(mantissa)));
    in_doubt[l] = !is_usual(source[l]) || parts_floats(logarithm) ? 1 : 0;
    results[l] = std::bit_cast<std::uint32_t>(static_cast<float>(logarithm));
  }
  store_settled<approximate<float, logarithm_2, true>>(in, results, in_doubt, out);
}

/// IEEE operations, as the next are, so that there is no doubt.
LOCKSTEP_INLINE void reciprocal_roots(const LaneInputs& in, LaneOutputs& out) {
  alignas(64) Lanes results;
  alignas(64) Flags in_doubt;
  const std::uint32_t* const source = in.source[0][0];
  LOCKSTEP_LANES_INDEPENDENT
  for (std::size_t l = 0; l < kMaxLanes; ++l) {
    const bool usual = is_usual(source[l]);
    const double x = usual ? double(std::bit_cast<float>(source[l])) : 1.0;
    in_doubt[l] = usual ? 0 : 1;
    results[l] = std::bit_cast<std::uint32_t>(static_cast<float>(1 / __builtin_sqrt(x)));
  }
  store_settled<approximate<float, reciprocal_root, true>>(in, results, in_doubt, out);
}

/// A float's root rounded to a double and then to a float is rounded as once.
LOCKSTEP_INLINE void roots(const LaneInputs& in, LaneOutputs& out) {
  alignas(64) Lanes results;
  alignas(64) Flags in_doubt;
  const std::uint32_t* const source = in.source[0][0];
  LOCKSTEP_LANES_INDEPENDENT
  for (std::size_t l = 0; l < kMaxLanes; ++l) {
    const bool usual = is_usual(source[l]);
    in_doubt[l] = usual ? 0 : 1;
    results[l] =
        std::bit_cast<std::uint32_t>(__builtin_sqrtf(usual ? std::bit_cast<float>(source[l]) : 1.0F));
  }
  store_settled<approximate<float, root, false>>(in, results, in_doubt, out);
}

/// Reciprocals of numbers that are normal and have a normal reciprocal.
LOCKSTEP_INLINE void reciprocals(const LaneInputs& in, LaneOutputs& out) {
  constexpr std::uint32_t kSmallestNormal = 0x0080'0000, kTwoTo126 = 0x7E80'0000;
  alignas(64) Lanes results;
  alignas(64) Flags in_doubt;
  const std::uint32_t* const source = in.source[0][0];
  LOCKSTEP_LANES_INDEPENDENT
  for (std::size_t l = 0; l < kMaxLanes; ++l) {
    const std::uint32_t magnitude = source[l] & ~kSignBit<float>;
    in_doubt[l] = magnitude - kSmallestNormal < kTwoTo126 - kSmallestNormal ? 0 : 1;
    results[l] = bits_of(static_cast<float>(1 / static_cast<double>(std::bit_cast<float>(source[l]))));
  }
  store_settled<approximate<float, reciprocal, true>>(in, results, in_doubt, out);
}

}  // namespace

// NOLINTBEGIN(bugprone-macro-parentheses): names
#define LOCKSTEP_APPROXIMATE(NAME, FUNCTION)                                 \
  LOCKSTEP_V3 void NAME##_lanes_v3(const LaneInputs& in, LaneOutputs& out) { \
    FUNCTION(in, out);                                                       \
  }                                                                          \
  LOCKSTEP_V4 void NAME##_lanes_v4(const LaneInputs& in, LaneOutputs& out) { \
    FUNCTION(in, out);                                                       \
  }
// NOLINTEND(bugprone-macro-parentheses)
LOCKSTEP_APPROXIMATE(power, powers)
LOCKSTEP_APPROXIMATE(logarithm, logarithms)
LOCKSTEP_APPROXIMATE(reciprocal, reciprocals)
LOCKSTEP_APPROXIMATE(reciprocal_root, reciprocal_roots)
LOCKSTEP_APPROXIMATE(root, roots)

}  // namespace lockstep::isa
