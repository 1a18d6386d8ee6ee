// The steps of a division: v_div_scale moves operands out of the range where Newton's iteration would lose
// bits, v_div_fmas ends the iteration and moves back, v_div_fixup settles special operands.
//
// The manual's pseudo-code does not divide: it scales a large denominator up, where it overflows, and gives
// NaN for a quotient that does. What is here was found on RDNA 3 and 4 by AMD (ROCm/rocm-systems, division.h
// of rocjitsu), and is inferred for CDNA.
#pragma once

#include <cmath>

#include "emulator/isa/tables/quad.hpp"
#include "emulator/isa/tables/rounding.hpp"

namespace lockstep::isa {

/// How far v_div_scale moves, the exponent differences that make it move, and the exponent fields up to which
/// a numerator is tiny and from which on a denominator has a denormal reciprocal.
template <typename T>
struct DivisionRange;
template <>
struct DivisionRange<float> {
  static constexpr int kShift = 64, kFar = 96, kTinyNumerator = 24, kHuge = 253, kUnderflow = -150;
};
template <>
struct DivisionRange<double> {
  static constexpr int kShift = 128, kFar = 768, kTinyNumerator = 53, kHuge = 2045, kUnderflow = -1075;
};

struct DivisionScaling {
  int shift;
  bool back;  ///< v_div_fmas scales back
};

/// What v_div_scale multiplies by, from the exponent fields of both.
template <typename T>
DivisionScaling division_scaling(bool of_denominator, int denominator, int numerator) {
  using Range = DivisionRange<T>;
  const int apart = numerator - denominator;
  if (apart >= Range::kFar) return {of_denominator ? Range::kShift : 0, true};
  if (denominator == 0) return {Range::kShift, false};
  if (denominator >= Range::kHuge) {
    const bool back = apart <= -Range::kFar;
    return {back && !of_denominator ? 0 : -Range::kShift, back};
  }
  if (apart <= -Range::kFar) return {of_denominator ? 0 : Range::kShift, true};
  return {numerator <= Range::kTinyNumerator ? Range::kShift : 0, false};
}

/// Scales `a`, which is the denominator again or the numerator again; the flag asks v_div_fmas to scale back.
template <typename T>
WithCarry<T> scale_for_division(T a, T denominator, T numerator) {
  const auto [shift, back] = division_scaling<T>(bits_of(a) == bits_of(denominator),
                                                 exponent_field(denominator), exponent_field(numerator));
  if (is_zero(numerator) || is_zero(denominator)) return {with_sign(default_nan<T>(), true), back};
  return {scale(a, shift), back};
}

/// Scales back up where the quotient so far (c) is 2 or more, since then the denominator was scaled, else
/// down; rounds once.
template <typename T>
T v_div_fmas(T a, T b, T c, Carry flag) {
  if (!flag.in || !std::isfinite(a) || !std::isfinite(b) || !std::isfinite(c))
    return fused_multiply_add(a, b, c);
  const double back = power_of_two(DivisionRange<T>::kShift);
  const Quad sum = sum_to_odd(quad(a) * quad(b), quad(c));
  return static_cast<T>(exponent_field(c) > Layout<T>::kBias ? sum * Quad{back} : sum / Quad{back});
}

template <typename T>
T v_div_fixup(T quotient, T denominator, T numerator) {
  const bool negative = is_negative(denominator) != is_negative(numerator);
  const T infinity = std::bit_cast<T>(kInfinityBits<T>);
  if (is_nan_value(numerator)) return quieted(numerator);
  if (is_nan_value(denominator)) return quieted(denominator);
  if ((is_zero(denominator) && is_zero(numerator)) || (is_infinite(denominator) && is_infinite(numerator))) {
    return with_sign(default_nan<T>(), true);
  }
  if (is_zero(denominator) || is_infinite(numerator)) return with_sign(infinity, negative);
  if (is_infinite(denominator) || is_zero(numerator)) return with_sign(T{}, negative);
  if constexpr (!std::is_same_v<T, Half>) {
    // Below half of the smallest denormal.
    if (exponent_field(numerator) - exponent_field(denominator) < DivisionRange<T>::kUnderflow) {
      return with_sign(T{}, negative);
    }
  }
  if (magnitude_bits(quotient) >= kInfinityBits<T>) return with_sign(infinity, negative);
  return with_sign(quotient, negative);
}

}  // namespace lockstep::isa
