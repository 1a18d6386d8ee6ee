// The steps of a division: v_div_scale moves operands out of the range where Newton's iteration would lose
// bits, v_div_fmas ends the iteration and moves back, v_div_fixup settles special operands.
#pragma once

#include <cmath>

#include "rounding.hpp"

namespace lockstep::isa {

/// How far v_div_scale moves, and the exponent differences that make it move.
template <typename T>
struct DivisionRange;
template <>
struct DivisionRange<float> {
  static constexpr int kShift = 64, kNearOverflow = 96, kTinyNumerator = 23, kUnderflow = -150;
};
template <>
struct DivisionRange<double> {
  static constexpr int kShift = 128, kNearOverflow = 768, kTinyNumerator = 53, kUnderflow = -1075;
};

/// Scales `a`, which is the denominator again or the numerator again; the flag asks v_div_fmas to scale back.
/// The manual writes the reciprocal of an f32 denominator in f64, where it is never denormal; read here in
/// f32.
template <typename T>
WithCarry<T> scale_for_division(T a, T denominator, T numerator) {
  using Range = DivisionRange<T>;
  if (is_zero(numerator) || is_zero(denominator)) return {default_nan<T>(), false};
  const bool is_denominator = a == denominator;
  const bool reciprocal_denormal = is_denormal(T{1} / denominator);
  const bool quotient_denormal = is_denormal(numerator / denominator);
  if (exponent_field(numerator) - exponent_field(denominator) >= Range::kNearOverflow) {
    return {is_denominator ? scale(a, Range::kShift) : a, true};
  }
  if (is_denormal(denominator)) return {scale(a, Range::kShift), false};
  if (reciprocal_denormal && quotient_denormal) return {is_denominator ? scale(a, Range::kShift) : a, true};
  if (reciprocal_denormal) return {scale(a, -Range::kShift), false};
  if (quotient_denormal) return {a == numerator ? scale(a, Range::kShift) : a, true};
  if (exponent_field(numerator) <= Range::kTinyNumerator) return {scale(a, Range::kShift), false};
  return {a, false};
}

/// The manual scales back by 2^32 (2^64 for f64), which does not undo v_div_scale. Here by its shift, up
/// where the quotient so far (c) is 2 or more, since then the denominator was scaled, else down: inferred.
template <typename T>
T fused_and_scaled_back(T a, T b, T c, Carry flag) {
  const T result = fused_multiply_add(a, b, c);
  if (!flag.in) return result;
  const int shift = DivisionRange<T>::kShift;
  return scale(result, exponent_field(c) > Layout<T>::kBias ? shift : -shift);
}

template <typename T>
T fix_division(T quotient, T denominator, T numerator) {
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
  return with_sign(quotient, negative);
}

}  // namespace lockstep::isa
