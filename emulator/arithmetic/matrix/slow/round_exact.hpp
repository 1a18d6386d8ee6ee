// An exact number rounded to a code, for the slow implementations.
#pragma once

#include <algorithm>

#include "emulator/arithmetic/matrix/slow/fixed_point.hpp"
#include "reference/formats/format.hpp"

namespace lockstep::matrix {

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
