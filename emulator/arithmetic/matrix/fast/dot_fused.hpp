// Summation::fused in dot_products().
#pragma once

#include <array>
#include <span>

#include "emulator/arithmetic/matrix/fast/dot_terms.hpp"

namespace lockstep::matrix {

template <typename V>
struct Terms {
  std::array<Doubles<V>, kMaxStep> significand;
  std::array<Ints<V>, kMaxStep> exponent;  // kNoTerm for a zero
  int count = 0;
  int fraction_bits = 0;
};

/// A term: consecutive products whose exact sum is taken, times the scales.
template <typename V>
LOCKSTEP_INLINE void group_terms(const Plan& plan, const Lanes<V>& lanes, Terms<V>& terms) {
  terms.fraction_bits = plan.fraction_bits;
  for (int k = 0; k < lanes.count; k += plan.facts.group) {
    Doubles<V> sum{};
    Longs<V> any{};
    for (int i = k * V::kHalf; i < (k + plan.facts.group) * V::kHalf; i += V::kHalf) {
      const auto significand = load<Doubles<V>>(lanes.significand + i);
      const auto exponent = load<Ints<V>>(lanes.exponent + i);
      any |= significand != 0;
      sum += significand * clamped_power_of_two<V>(exponent);
    }
    const auto scale = load<Doubles<V>>(lanes.scale_significand + k * V::kHalf);
    const Ints<V> none = convert<Ints<V>>((any == 0) | (scale == 0));
    terms.significand[std::size_t(terms.count)] = sum * scale;
    terms.exponent[std::size_t(terms.count)] =
        none != 0 ? Ints<V>{} + kNoTerm : load<Ints<V>>(lanes.scale_exponent + k * V::kHalf);
    ++terms.count;
  }
}

template <typename V>
LOCKSTEP_INLINE Ints<V> fused(const Plan& plan, const Terms<V>& terms, const Ints<V>& acc) {
  const Facts& facts = plan.facts;
  Ints<V> ignored{};
  const Element<V> c = decode_lanes<V>(plan.acc, acc, ignored);
  const Ints<V> c_exponent =
      convert<Ints<V>>(c.significand == 0) != 0 ? Ints<V>{} + facts.zero_exponent : c.exponent;
  Ints<V> largest = c_exponent;
  for (int i = 0; i < terms.count; ++i) {
    const Ints<V>& e = terms.exponent[std::size_t(i)];
    largest = larger<V>(largest, e == kNoTerm ? Ints<V>{} + facts.zero_exponent : e);
  }
  const int bits = facts.product.fraction_bits;
  Doubles<V> total =
      cut<V>(c.significand * clamped_power_of_two<V>(bits - plan.acc.mantissa_bits + c_exponent - largest),
             facts.product.toward);
  for (int i = 0; i < terms.count; ++i) {
    const Ints<V> shift = bits - terms.fraction_bits + terms.exponent[std::size_t(i)] - largest;
    total += cut<V>(terms.significand[std::size_t(i)] * clamped_power_of_two<V>(shift), facts.product.toward);
  }
  return finish<V>(facts, *plan.unit.d, total * clamped_power_of_two<V>(largest - bits));
}

template <typename V>
LOCKSTEP_INLINE Ints<V> fused_step(const Plan& plan, const Lanes<V>& lanes, std::span<const int> at,
                                   const Ints<V>& acc) {
  Terms<V> terms;
  if (plan.facts.scale_at == ScaleAt::group) {
    group_terms<V>(plan, lanes, terms);
  } else {
    terms.fraction_bits = plan.fraction_bits;
    for (const int k : at) {
      terms.significand[std::size_t(terms.count)] = load<Doubles<V>>(lanes.significand + k * V::kHalf);
      terms.exponent[std::size_t(terms.count++)] = load<Ints<V>>(lanes.exponent + k * V::kHalf);
    }
  }
  return fused<V>(plan, terms, acc);
}

}  // namespace lockstep::matrix
