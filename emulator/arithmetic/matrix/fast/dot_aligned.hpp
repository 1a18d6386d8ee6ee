// Summation::aligned in dot_products().
#pragma once

#include "emulator/arithmetic/matrix/fast/dot_terms.hpp"

namespace lockstep::matrix {

/// A number value * 2^exponent.
template <typename V>
struct CutSum {
  Doubles<V> value;
  Ints<V> exponent;
};

template <typename V>
LOCKSTEP_INLINE CutSum<V> cut_sum(const Lanes<V>& lanes, Cut product, int fraction_bits, int first, int end,
                                  int stride) {
  Ints<V> largest = Ints<V>{} + kNoTerm;
  for (int k = first; k < end; k += stride)
    largest = larger<V>(largest, load<Ints<V>>(lanes.exponent + k * V::kHalf));
  Doubles<V> sum{};
  for (int k = first; k < end; k += stride) {
    const Ints<V> shift =
        load<Ints<V>>(lanes.exponent + k * V::kHalf) - largest + (product.fraction_bits - fraction_bits);
    sum += cut<V>(load<Doubles<V>>(lanes.significand + k * V::kHalf) * clamped_power_of_two<V>(shift),
                  product.toward);
  }
  return {sum * power_of_two(-product.fraction_bits), largest};
}

/// Rounds any v to an integer in direction `toward`: a v with more than 51 bits left of the point is one
/// already.
template <typename V>
LOCKSTEP_INLINE Doubles<V> cut_any(const Doubles<V>& v, Toward toward) {
  constexpr double kIntegers = 2251799813685248.0;  // 2^51
  const Longs<V> has_fraction = (v < kIntegers) & (v > -kIntegers);
  return has_fraction != 0 ? cut<V>(v, toward) : v;
}

template <typename V>
LOCKSTEP_INLINE Ints<V> aligned(const Plan& plan, const Lanes<V>& lanes, const Ints<V>& acc) {
  const Facts& facts = plan.facts;
  CutSum<V> dot;
  if (facts.parity_split) {
    const CutSum<V> even = cut_sum<V>(lanes, facts.product, plan.fraction_bits, 0, lanes.count, 2);
    const CutSum<V> odd = cut_sum<V>(lanes, facts.product, plan.fraction_bits, 1, lanes.count, 2);
    dot.exponent = larger<V>(even.exponent, odd.exponent);
    const int bits = facts.merge.fraction_bits;
    dot.value = (cut<V>(even.value * clamped_power_of_two<V>(even.exponent - dot.exponent + bits),
                        facts.merge.toward) +
                 cut<V>(odd.value * clamped_power_of_two<V>(odd.exponent - dot.exponent + bits),
                        facts.merge.toward)) *
                power_of_two(-bits);
  } else {
    dot = cut_sum<V>(lanes, facts.product, plan.fraction_bits, 0, lanes.count, 1);
  }

  Ints<V> ignored{};
  const Element<V> c = decode_lanes<V>(plan.acc, acc, ignored);
  const Ints<V> exponent = larger<V>(dot.exponent, c.exponent);
  const Cut &of_dot = facts.dot, &of_acc = facts.accumulator, &last = facts.normalised;
  const Doubles<V> x =
      cut_any<V>(dot.value * clamped_power_of_two<V>(dot.exponent - exponent + of_dot.fraction_bits),
                 of_dot.toward) *
      power_of_two(-of_dot.fraction_bits);
  const Ints<V> behind = c.exponent - exponent;
  const Doubles<V> shifted =
      c.significand * clamped_power_of_two<V>(behind + (of_acc.fraction_bits - plan.acc.mantissa_bits));
  const Doubles<V> y = convert<Longs<V>>(behind < -facts.accumulator_window) != 0
                           ? Doubles<V>{}
                           : cut<V>(shifted, of_acc.toward) * power_of_two(-of_acc.fraction_bits);
  Doubles<V> total = x + y;
  if (last.fraction_bits <= kDoubleBits) {
    // The last bit that a double loses of x + y can only decide whether a floor is its own argument.
    const Doubles<V> error = (x - (total - (total - x))) + (y - (total - x));
    const Ints<V> leading = larger<V>(exponent_of<V>(total), formats::float32.emin() - exponent);
    const Doubles<V> units = total * power_of_two<V>(last.fraction_bits - leading);
    Doubles<V> kept = cut<V>(units, last.toward);
    kept = ((kept == units) & (error < 0)) != 0 ? kept - 1.0 : kept;
    total = kept * power_of_two<V>(leading - last.fraction_bits);
  }
  return finish<V>(facts, *plan.unit.d, total * power_of_two<V>(exponent));
}

}  // namespace lockstep::matrix
