// Summation::exact in dot_products().
#pragma once

#include <bit>

#include "emulator/arithmetic/matrix/fast/dot_terms.hpp"

namespace lockstep::matrix {

inline float wide_sum(const Plan& plan, const float acc, const double* significand,
                      const std::int32_t* exponent, int count, int stride) {
  WideSum sum;
  for (int k = 0; k < count; ++k) {
    const double s = significand[k * stride];
    if (s != 0) sum.add(s < 0, std::uint64_t(s < 0 ? -s : s), exponent[k * stride] - plan.fraction_bits);
  }
  sum.add(acc);
  return sum.round();
}

template <typename V>
LOCKSTEP_INLINE Ints<V> exact(const Plan& plan, const Lanes<V>& lanes, const Ints<V>& acc) {
  Ints<V> largest = Ints<V>{} + kNoTerm, smallest = Ints<V>{} - kNoTerm;
  Doubles<V> dot{};
  for (int k = 0; k < lanes.count; ++k) {
    const auto exponent = load<Ints<V>>(lanes.exponent + k * V::kHalf);
    const Doubles<V> term = load<Doubles<V>>(lanes.significand + k * V::kHalf) *
                            clamped_power_of_two<V>(exponent - plan.fraction_bits);
    dot = k == 0 && plan.facts.signed_zero ? term : dot + term;
    largest = larger<V>(largest, exponent);
    smallest = smaller<V>(smallest, exponent == kNoTerm ? Ints<V>{} - kNoTerm : exponent);
  }
  const Ints<V> bits = largest - smallest + plan.fraction_bits + 2 +
                       int(std::bit_width(unsigned(lanes.count))) + (plan.scaled() ? 8 : 0);
  const auto c = std::bit_cast<Floats<V>>(acc);
  Floats<V> result = round_sum<V>(dot, c);
  if (lanes.count > 1)
    for (int lane = 0; lane < V::kHalf; ++lane)
      if (bits[lane] > kDoubleBits)
        result[lane] =
            wide_sum(plan, c[lane], lanes.significand + lane, lanes.exponent + lane, lanes.count, V::kHalf);
  return std::bit_cast<Ints<V>>(result);
}

}  // namespace lockstep::matrix
