// IEEE arithmetic on f16, f32 and f64 with round to nearest even, denormals kept, nothing contracted.
// MODE.FP16_OVFL is not honoured: f16 sums and products overflow to infinity.
//
// NaNs: the result is the first NaN operand, quieted; an operation that makes a NaN of numbers gives the
// positive quiet NaN with no payload. The ISA text leaves payloads open, so this is a choice, and results
// compare NaNs as a class.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "emulator/isa/tables/half.hpp"
#include "emulator/isa/tables/lanes.hpp"

namespace lockstep::isa {

template <typename T>
struct Layout;
template <>
struct Layout<Half> {
  using Bits = std::uint16_t;
  static constexpr int kMantissa = 10, kBias = 15;
};
template <>
struct Layout<float> {
  using Bits = std::uint32_t;
  static constexpr int kMantissa = 23, kBias = 127;
};
template <>
struct Layout<double> {
  using Bits = std::uint64_t;
  static constexpr int kMantissa = 52, kBias = 1023;
};

template <typename T>
using BitsOf = typename Layout<T>::Bits;
template <typename T>
inline constexpr BitsOf<T> kSignBit = static_cast<BitsOf<T>>(BitsOf<T>{1} << (sizeof(T) * 8 - 1));
template <typename T>
inline constexpr BitsOf<T> kQuietBit = static_cast<BitsOf<T>>(BitsOf<T>{1} << (Layout<T>::kMantissa - 1));
template <typename T>
inline constexpr BitsOf<T> kInfinityBits =
    static_cast<BitsOf<T>>(BitsOf<T>{2 * Layout<T>::kBias + 1} << Layout<T>::kMantissa);

template <typename T>
constexpr BitsOf<T> bits_of(T x) {
  return std::bit_cast<BitsOf<T>>(x);
}
template <typename T>
constexpr BitsOf<T> magnitude_bits(T x) {
  return bits_of(x) & static_cast<BitsOf<T>>(~kSignBit<T>);
}
template <typename T>
constexpr bool is_nan_value(T x) {
  return magnitude_bits(x) > kInfinityBits<T>;
}
template <typename T>
constexpr bool is_signalling(T x) {
  return is_nan_value(x) && (bits_of(x) & kQuietBit<T>) == 0;
}
template <typename T>
constexpr bool is_infinite(T x) {
  return magnitude_bits(x) == kInfinityBits<T>;
}
template <typename T>
constexpr bool is_zero(T x) {
  return magnitude_bits(x) == 0;
}
template <typename T>
constexpr bool is_negative(T x) {
  return (bits_of(x) & kSignBit<T>) != 0;
}
template <typename T>
constexpr bool is_denormal(T x) {
  return !is_zero(x) && magnitude_bits(x) >> Layout<T>::kMantissa == 0;
}
/// The exponent field.
template <typename T>
constexpr int exponent_field(T x) {
  return static_cast<int>(magnitude_bits(x) >> Layout<T>::kMantissa);
}
template <typename T>
constexpr T quieted(T x) {
  return std::bit_cast<T>(static_cast<BitsOf<T>>(bits_of(x) | kQuietBit<T>));
}
template <typename T>
constexpr T default_nan() {
  return std::bit_cast<T>(static_cast<BitsOf<T>>(kInfinityBits<T> | kQuietBit<T>));
}
template <typename T>
constexpr T with_sign(T x, bool negative) {
  return std::bit_cast<T>(static_cast<BitsOf<T>>(magnitude_bits(x) | (negative ? kSignBit<T> : 0)));
}

/// `result`, unless it is NaN: then the first NaN among the operands, quieted, or the default NaN.
template <typename T, typename... Operands>
constexpr T settle_nan(T result, Operands... operands) {
  if (!is_nan_value(result)) return result;
  T nan = default_nan<T>();
  bool found = false;
  ((nan = !found && is_nan_value(operands) ? quieted(operands) : nan,
    found = found || is_nan_value(operands)),
   ...);
  return nan;
}

/// f16 is computed in double: sums and products of two are exact there, so that one rounding remains.
inline double wide(Half x) {
  return widen(x);
}
inline float wide(float x) {
  return x;
}
inline double wide(double x) {
  return x;
}
template <typename T, typename W>
T narrow(W x) {
  if constexpr (std::is_same_v<T, Half>)
    return narrow_half(x);
  else
    return static_cast<T>(x);
}

template <typename T>
T add(T a, T b) {
  return settle_nan(narrow<T>(wide(a) + wide(b)), a, b);
}
template <typename T>
T subtract(T a, T b) {
  return settle_nan(narrow<T>(wide(a) - wide(b)), a, b);
}
template <typename T>
T subtract_reversed(T a, T b) {
  return settle_nan(narrow<T>(wide(b) - wide(a)), a, b);
}
template <typename T>
T multiply(T a, T b) {
  return settle_nan(narrow<T>(wide(a) * wide(b)), a, b);
}

/// a * b + c in binary32 with one rounding, without an FMA unit. The product is exact in binary64; the sum is
/// rounded to odd (Boldo and Melquiond, 2008): an inexact sum whose last bit is even moves to its neighbour
/// on the side of the error, after which rounding to binary32 rounds the exact value.
inline float fused_binary32(float a, float b, float c) {
  const double product = double(a) * double(b);
  const double sum = product + double(c);
  const double other = sum - product;
  const double error = (product - (sum - other)) + (double(c) - other);
  const auto bits = std::bit_cast<std::uint64_t>(sum);
  const bool finite = (bits << 1) < (std::uint64_t{0x7FF} << 53);
  const bool moves = finite && error != 0 && (bits & 1) == 0;
  const std::uint64_t step = (error > 0) == (sum > 0) ? 1 : ~std::uint64_t{0};
  return float(std::bit_cast<double>(bits + (moves ? step : 0)));
}

/// v_fma: in f16 a double holds product and sum, or else one of the two is so small beside the other, which
/// is not near a midpoint, that it cannot matter.
template <typename T>
T fused_multiply_add(T a, T b, T c) {
  if constexpr (std::is_same_v<T, Half>)
    return settle_nan(narrow_half(widen(a) * widen(b) + widen(c)), a, b, c);
  else if constexpr (std::is_same_v<T, float>)
    return settle_nan(fused_binary32(a, b, c), a, b, c);
  else
    return settle_nan(std::fma(a, b, c), a, b, c);
}

template <typename T>
bool less(T a, T b) {
  return wide(a) < wide(b);
}

/// The number if one operand is NaN; -0 below +0. In IEEE mode a signalling NaN wins, quieted.
template <typename T>
T minimum(T a, T b, Mode mode) {
  if (mode.ieee() && is_signalling(a)) return quieted(a);
  if (mode.ieee() && is_signalling(b)) return quieted(b);
  if (is_nan_value(a)) return b;
  if (is_nan_value(b)) return a;
  if (is_zero(a) && is_zero(b)) return is_negative(b) ? b : a;
  return less(a, b) ? a : b;
}
template <typename T>
T maximum(T a, T b, Mode mode) {
  if (mode.ieee() && is_signalling(a)) return quieted(a);
  if (mode.ieee() && is_signalling(b)) return quieted(b);
  if (is_nan_value(a)) return b;
  if (is_nan_value(b)) return a;
  if (is_zero(a) && is_zero(b)) return is_negative(a) ? b : a;
  return less(b, a) ? a : b;
}
template <typename T>
T minimum_of_three(T a, T b, T c, Mode mode) {
  return minimum(minimum(a, b, mode), c, mode);
}
template <typename T>
T maximum_of_three(T a, T b, T c, Mode mode) {
  return maximum(maximum(a, b, mode), c, mode);
}
/// The middle of three; their minimum when one is NaN.
template <typename T>
T median(T a, T b, T c, Mode mode) {
  if (is_nan_value(a) || is_nan_value(b) || is_nan_value(c)) return minimum_of_three(a, b, c, mode);
  const T top = maximum_of_three(a, b, c, mode);
  if (wide(top) == wide(a)) return maximum(b, c, mode);
  if (wide(top) == wide(b)) return maximum(a, c, mode);
  return maximum(a, b, mode);
}
/// IEEE 754-2019 minimum and maximum: any NaN is the result.
template <typename T>
T propagating_minimum(T a, T b, T c) {
  if (is_nan_value(a) || is_nan_value(b) || is_nan_value(c)) return settle_nan(default_nan<T>(), a, b, c);
  return minimum_of_three(a, b, c, Mode{0});
}
template <typename T>
T propagating_maximum(T a, T b, T c) {
  if (is_nan_value(a) || is_nan_value(b) || is_nan_value(c)) return settle_nan(default_nan<T>(), a, b, c);
  return maximum_of_three(a, b, c, Mode{0});
}
/// IEEE 754-2019 minimum and maximum of two: a NaN is the result.
template <typename T>
T smaller_or_nan(T a, T b) {
  return propagating_minimum(a, b, b);
}
template <typename T>
T larger_or_nan(T a, T b) {
  return propagating_maximum(a, b, b);
}

}  // namespace lockstep::isa
