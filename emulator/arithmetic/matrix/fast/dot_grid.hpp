// Summation::grid in dot_products().
#pragma once

#include <array>

#include "emulator/arithmetic/matrix/fast/dot_aligned.hpp"

namespace lockstep::matrix {

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
