// Summation::aligned, ::fused and ::grid in dot_products(): sums whose terms are cut under a common exponent.
#pragma once

#include <array>
#include <span>

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

/// Rounds any v to an integer in direction `toward`: with over 51 bits left of the point it is one already.
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

template <typename V>
LOCKSTEP_INLINE Ints<V> leading_of(const Doubles<V>& v) {
  return convert<Ints<V>>(v == 0) != 0 ? Ints<V>{} + kNoTerm : exponent_of<V>(v);
}

template <typename V>
LOCKSTEP_INLINE Ints<V> gfx12(const Plan& plan, const Lanes<V>& lanes, const Ints<V>& acc) {
  Ints<V> ignored{};
  const Element<V> element = decode_lanes<V>(plan.acc, acc, ignored);
  const Doubles<V> c = element.significand * power_of_two<V>(element.exponent - plan.acc.mantissa_bits);
  const int floor = plan.unit.c->emin();
  Ints<V> grid = larger<V>(leading_of<V>(c), Ints<V>{} + floor) - 26;
  for (int k = 0; k < lanes.count; ++k)
    grid = larger<V>(grid, load<Ints<V>>(lanes.exponent + k * V::kHalf) - 24);
  const Doubles<V> c_units = c * clamped_power_of_two<V>(-grid);
  const Longs<V> dropped = (c_units > -1.0) & convert<Longs<V>>(grid > floor) & (c_units < 0);
  Doubles<V> total = dropped != 0 ? Doubles<V>{} : cut<V>(c_units, Toward::minus_infinity);
  for (int k = 0; k < lanes.count; k += plan.facts.pair) {
    const CutSum<V> pair =
        cut_sum<V>(lanes, {24, Toward::minus_infinity}, plan.fraction_bits, k, k + plan.facts.pair, 1);
    total += cut<V>(pair.value * clamped_power_of_two<V>(pair.exponent - grid), Toward::minus_infinity);
  }
  return finish<V>(plan.facts, *plan.unit.d, total * clamped_power_of_two<V>(grid));
}

/// An accumulator that flushes subnormals: f32, or bf16 as the upper half of one.
template <typename V>
LOCKSTEP_INLINE Doubles<V> flushed_accumulator(const formats::Format& f, const Ints<V>& code) {
  const Ints<V> bits = f.bits == 16 ? code << 16 : code;
  return convert<Doubles<V>>(std::bit_cast<Floats<V>>((bits & 0x7F800000) != 0 ? bits : bits & INT32_MIN));
}

template <typename V>
LOCKSTEP_INLINE Ints<V> gfx11(const Plan& plan, const Lanes<V>& lanes, const Ints<V>& acc) {
  const bool half = *plan.unit.d == formats::float16;
  Ints<V> ignored{};
  const Element<V> element = decode_lanes<V>(plan.acc, acc, ignored);
  const Doubles<V> c = half ? element.significand * power_of_two<V>(element.exponent - plan.acc.mantissa_bits)
                            : flushed_accumulator<V>(*plan.unit.c, acc);
  std::array<Doubles<V>, 3> term{c};
  Ints<V> largest = leading_of<V>(c);
  Ints<V> grid = Ints<V>{} + (half ? formats::float16.emin() - 26 : kNoTerm);
  for (int k = 0; k < 2; ++k) {
    const auto exponent = load<Ints<V>>(lanes.exponent + k * V::kHalf);
    const Doubles<V> value = load<Doubles<V>>(lanes.significand + k * V::kHalf) *
                             clamped_power_of_two<V>(exponent - plan.fraction_bits);
    term[std::size_t(k + 1)] = value;
    largest = larger<V>(largest, leading_of<V>(value));
    grid = larger<V>(grid, exponent - 24);
  }
  grid = larger<V>(grid, largest - 26);
  Doubles<V> total{};
  const Doubles<V> opposing = sign_of<V>(c) != 0 ? Doubles<V>{} + 1.0 : Doubles<V>{} - 1.0;
  for (const Doubles<V>& t : term) {
    total += cut<V>(t * clamped_power_of_two<V>(-grid), Toward::zero);
    total += sign_of<V>(t) != sign_of<V>(c) ? opposing : Doubles<V>{};
  }
  const Longs<V> nothing = convert<Longs<V>>(largest == kNoTerm);
  const Doubles<V> value = nothing != 0 ? Doubles<V>{} : total * clamped_power_of_two<V>(grid);
  if (half) return finish<V>(plan.facts, *plan.unit.d, value);
  // With an unlimited exponent range this rounds to the smallest normal; anything below is lost.
  constexpr double kReaches = 0x1p-126 - 0x1p-151;
  const Longs<V> lost = (value < kReaches) & (value > -kReaches);
  const auto result = std::bit_cast<Ints<V>>(convert<Floats<V>>(lost != 0 ? Doubles<V>{} : value));
  return plan.unit.d->bits == 16 ? result >> 16 & 0xFFFF : result;
}

}  // namespace lockstep::matrix
