#include "emulator/isa/tables/approximate_lanes.hpp"

namespace lockstep::isa {

namespace {

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

/// 2^x for -0.5 <= x <= 0.5, to 2^-50: the series of the exponential to the twelfth power of x ln 2, of which the
/// next term is below 2e-16.
LOCKSTEP_INLINE double power_of_fraction(double x) {
  constexpr std::array kCoefficients{0x1.0000000000000p+0,  0x1.62e42fefa39efp-1,  0x1.ebfbdff82c58fp-3,
                                     0x1.c6b08d704a0c0p-5,  0x1.3b2ab6fba4e77p-7,  0x1.5d87fe78a6731p-10,
                                     0x1.430912f86c787p-13, 0x1.ffcbfc588b0c7p-17, 0x1.62c0223a5c824p-20,
                                     0x1.b5253d395e7c4p-24, 0x1.e4cf5158b8ecap-28, 0x1.e8cac7351bb25p-32,
                                     0x1.c3bd650fc2986p-36};
  double sum = kCoefficients.back();
  for (std::size_t i = kCoefficients.size() - 1; i-- > 0;) sum = __builtin_fma(sum, x, kCoefficients[i]);
  return sum;
}

/// Results of at least 2^-126 and below 2^128, and zeros for less. A double that lies within 2^-43 of where floats part
/// is in doubt: both it and the lane function's are nearer than that to the function.
LOCKSTEP_INLINE void powers(const LaneInputs& in, LaneOutputs& out) {
  constexpr double kInteger = 0x1.8p52;  // adding it rounds to an integer, in the lowest bits
  constexpr std::uint64_t kBelow = (std::uint64_t{1} << 29) - 1, kMiddle = std::uint64_t{1} << 28,
                          kNear = 1 << 9;
  alignas(64) Lanes results;
  alignas(64) Flags in_doubt;
  const std::uint32_t* const source = in.source[0][0];
  for (std::size_t l = 0; l < kMaxLanes; ++l) {
    const auto x = std::bit_cast<float>(source[l]);
    const bool vanishes = x < -126.0F, usual = x < 128.0F;
    const double inside = usual && !vanishes ? double(x) : 0.0;
    const double shifted = inside + kInteger;
    const double whole = shifted - kInteger;
    const auto power = std::bit_cast<std::uint64_t>(power_of_fraction(inside - whole)) +
                       (std::bit_cast<std::uint64_t>(shifted) << 52);
    const std::uint64_t distance = (power & kBelow) - kMiddle + kNear;
    in_doubt[l] = !usual || distance < 2 * kNear ? 1 : 0;
    const auto result = std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(power)));
    results[l] = vanishes ? 0 : result;
  }
  store_settled<approximate<float, power_of_2, true>>(in, results, in_doubt, out);
}

/// Of numbers that are normal and have a normal reciprocal: IEEE operations, so that there is no doubt.
LOCKSTEP_INLINE void reciprocals(const LaneInputs& in, LaneOutputs& out) {
  constexpr std::uint32_t kSmallestNormal = 0x0080'0000, kTwoTo126 = 0x7E80'0000;
  alignas(64) Lanes results;
  alignas(64) Flags in_doubt;
  const std::uint32_t* const source = in.source[0][0];
  for (std::size_t l = 0; l < kMaxLanes; ++l) {
    const std::uint32_t magnitude = source[l] & ~kSignBit<float>;
    in_doubt[l] = magnitude - kSmallestNormal < kTwoTo126 - kSmallestNormal ? 0 : 1;
    results[l] = bits_of(static_cast<float>(1 / static_cast<double>(std::bit_cast<float>(source[l]))));
  }
  store_settled<approximate<float, reciprocal, true>>(in, results, in_doubt, out);
}

}  // namespace

LOCKSTEP_V3 void power_lanes_v3(const LaneInputs& in, LaneOutputs& out) {
  powers(in, out);
}
LOCKSTEP_V4 void power_lanes_v4(const LaneInputs& in, LaneOutputs& out) {
  powers(in, out);
}
LOCKSTEP_V3 void reciprocal_lanes_v3(const LaneInputs& in, LaneOutputs& out) {
  reciprocals(in, out);
}
LOCKSTEP_V4 void reciprocal_lanes_v4(const LaneInputs& in, LaneOutputs& out) {
  reciprocals(in, out);
}
}  // namespace lockstep::isa
