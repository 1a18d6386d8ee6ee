// An exact real number, as an integer of many bits times a fixed power of two.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "emulator/arithmetic/matrix/models/facts.hpp"
#include "reference/formats/format.hpp"

namespace lockstep::matrix {

/// A fixed-point number: a multiple of 2^kUnit below 2^(kUnit + 64 * kLimbs - 2).
template <int kLimbs, int kUnit>
class BasicFixedPoint {
 public:
  BasicFixedPoint() = default;
  /// The number +-magnitude * 2^exponent.
  BasicFixedPoint(bool negative, std::uint64_t magnitude, int exponent);

  BasicFixedPoint& operator+=(const BasicFixedPoint& other);
  BasicFixedPoint operator-() const;
  bool is_zero() const;
  bool is_negative() const { return limbs_.back() >> 63 != 0; }

  /// floor(log2|this|); the number must not be zero.
  int leading() const;
  /// The multiple of 2^unit at or next to this number, in the given direction.
  BasicFixedPoint cut(int unit, Toward toward) const;
  /// this / 2^unit, for a number that is a non-negative multiple of 2^unit below 2^(unit + 64).
  std::uint64_t in_units(int unit) const;

 private:
  std::array<std::uint64_t, kLimbs> limbs_{};  // two's complement, lowest first
};

/// Holds every product, scale, sum and cut of a unit whose codes have at most 32 bits.
using FixedPoint = BasicFixedPoint<14, -448>;
/// Holds every product and sum of a unit of float64.
using WideFixedPoint = BasicFixedPoint<68, -2176>;

extern template class BasicFixedPoint<14, -448>;
extern template class BasicFixedPoint<68, -2176>;

/// Rounds x, which is not zero, to a code of f. `result_bits`: fraction bits kept, 0 for those of f.
template <typename Code, typename Number>
Code round_exact(const Number& x, const formats::Format& f, Rounding rounding, int result_bits) {
  const bool negative = x.is_negative();
  const Number magnitude = negative ? -x : x;
  const int bits = result_bits != 0 ? result_bits : f.mantissa_bits;
  const int exponent = std::max(magnitude.leading(), f.emin());
  const int unit = exponent - bits;
  const Number kept = magnitude.cut(unit, Toward::zero);
  std::uint64_t units = kept.in_units(unit);
  if (rounding == Rounding::nearest_even) {
    Number beyond_half = magnitude;
    beyond_half += -kept;
    beyond_half += Number(true, 1, unit - 1);
    if (!beyond_half.is_negative() && (!beyond_half.is_zero() || units % 2 != 0)) ++units;
  }
  const std::uint64_t code =
      (std::uint64_t(exponent - f.emin()) << f.mantissa_bits) + (units << (f.mantissa_bits - bits));
  const Code sign = negative ? f.sign_mask<Code>() : 0;
  if (code > formats::largest_finite<Code>(f))
    return sign | formats::overflow_code<Code>(f, formats::Overflow::to_special);
  return sign | Code(code);
}

}  // namespace lockstep::matrix
