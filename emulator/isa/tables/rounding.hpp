// Rounding to integers, scaling by powers of two, and taking numbers apart, on f16, f32 and f64.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "emulator/isa/tables/arithmetic.hpp"
#include "emulator/isa/tables/minifloat.hpp"

namespace lockstep::isa {

template <typename T>
T truncate(T a) {
  return settle_nan(narrow<T>(std::trunc(wide(a))), a);
}
template <typename T>
T round_up(T a) {
  return settle_nan(narrow<T>(std::ceil(wide(a))), a);
}
template <typename T>
T round_down(T a) {
  return settle_nan(narrow<T>(std::floor(wide(a))), a);
}
template <typename T>
T round_even(T a) {
  return settle_nan(narrow<T>(std::nearbyint(wide(a))), a);
}

/// a - floor(a), and below 1 even where that would round to 1.
template <typename T>
T fraction(T a) {
  const T difference = narrow<T>(wide(a) - std::floor(wide(a)));
  constexpr auto kOne = static_cast<BitsOf<T>>(BitsOf<T>{Layout<T>::kBias} << Layout<T>::kMantissa);
  if (magnitude_bits(difference) == kOne) return std::bit_cast<T>(static_cast<BitsOf<T>>(kOne - 1));
  return settle_nan(difference, a);
}

/// a * 2^exponent, rounded once. A double holds what becomes a float.
template <typename T, typename Exponent>
T scale(T a, Exponent exponent) {
  const int limited = std::clamp<int>(exponent, -5000, 5000);
  if constexpr (std::is_same_v<T, Half>)
    return settle_nan(narrow_half(std::ldexp(widen(a), std::clamp(limited, -100, 100))), a);
  else if constexpr (std::is_same_v<T, float>)
    return settle_nan(static_cast<float>(double{a} * power_of_two(std::clamp(limited, -300, 300))), a);
  else
    return settle_nan(std::ldexp(a, limited), a);
}

/// a = mantissa * 2^exponent with |mantissa| in [0.5, 1); zeros, infinities and NaNs are their own mantissa.
template <typename T>
T mantissa(T a) {
  int exponent = 0;
  return settle_nan(is_infinite(a) ? a : narrow<T>(std::frexp(wide(a), &exponent)), a);
}
template <typename T, typename Exponent>
Exponent exponent(T a) {
  int result = 0;
  if (!is_infinite(a) && !is_nan_value(a)) std::frexp(wide(a), &result);
  return static_cast<Exponent>(result);
}

}  // namespace lockstep::isa
