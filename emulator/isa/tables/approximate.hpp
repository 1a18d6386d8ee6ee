// Functions whose last bit the hardware does not promise: the value nearest to the function's, from a double.
//
// On f32 reciprocal, reciprocal square root, exponential and logarithm neither read nor give denormals: LLVM
// scales around them for that reason. They count as zeros of the same sign here.
#pragma once

#include <cmath>
#include <numbers>

#include "emulator/isa/tables/arithmetic.hpp"

namespace lockstep::isa {

template <typename T>
T flushed(T x) {
  return is_denormal(x) ? with_sign(T{}, is_negative(x)) : x;
}

/// `kFunction` on doubles, rounded to T; `kFlush` for the f32 forms without denormals.
template <typename T, double (*kFunction)(double), bool kFlush>
T approximate(T a) {
  if (is_nan_value(a)) return quieted(a);
  const T input = kFlush ? flushed(a) : a;
  const T result = settle_nan(narrow<T>(kFunction(static_cast<double>(wide(input)))));
  return kFlush ? flushed(result) : result;
}

inline double reciprocal(double x) {
  return 1 / x;
}
inline double reciprocal_root(double x) {
  return 1 / std::sqrt(x);
}
/// reciprocal_root() of doubles, rounded once more often than not: the quotient has more bits where the host
/// has them.
inline double reciprocal_root_of_double(double x) {
  return static_cast<double>(1 / std::sqrt(static_cast<long double>(x)));
}
inline double root(double x) {
  return std::sqrt(x);
}
inline double power_of_2(double x) {
  return std::exp2(x);
}
inline double logarithm_2(double x) {
  return std::log2(x);
}

/// Sine and cosine of x turns. The remainder of a whole turn is exact, and so are quarter turns.
inline double sine(double x) {
  const double turn = std::remainder(x, 1.0);
  if (turn == 0 || std::fabs(turn) == 0.5) return std::copysign(0.0, x);
  return std::sin(turn * (2 * std::numbers::pi));
}
inline double cosine(double x) {
  const double turn = std::fabs(std::remainder(x, 1.0));
  if (turn == 0.25) return 0;
  return std::cos(turn * (2 * std::numbers::pi));
}

}  // namespace lockstep::isa
