// What a binary floating-point format is, how a code becomes a value and a value a code.
//
// A format is one constexpr row of facts (see the files beside this one); the algorithms here serve every
// row. Codes are raw bits, right-aligned in a uint32_t; float64 alone needs a wider Code, which its callers
// name. All arithmetic is on integers: nothing depends on the
// host's rounding mode, and everything is usable in constant expressions.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace lockstep::formats {

/// Which codes are not finite numbers.
enum class Specials : std::uint8_t {
  ieee,           ///< all-ones exponent: Inf (mantissa 0) and NaN
  fn,             ///< only the all-ones code (either sign) is NaN; no Inf
  fnuz,           ///< only the code with nothing but the sign bit is NaN; no Inf, no -0
  finite,         ///< every code is a finite number
  exponent_only,  ///< e8m0: 2^(code - bias), code 255 is NaN, no zero, no sign
};

struct Format {
  std::string_view name;  ///< ml_dtypes' name
  int bits;
  int exponent_bits;
  int mantissa_bits;
  int bias;
  bool has_sign;
  Specials specials;
  int ignored_bits = 0;  ///< high bits of a code that no reader looks at and no writer sets

  constexpr int emin() const { return 1 - bias; }  ///< exponent of the smallest normal
  template <typename Code = std::uint32_t>
  constexpr Code code_mask() const {
    return Code(~Code{0} >> (8 * int(sizeof(Code)) - bits));
  }
  template <typename Code = std::uint32_t>
  constexpr Code sign_mask() const {
    return has_sign ? Code{1} << (bits - 1) : Code{0};
  }
  template <typename Code = std::uint32_t>
  constexpr Code magnitude_mask() const {
    return (code_mask<Code>() >> ignored_bits) & ~sign_mask<Code>();
  }
  constexpr bool operator==(const Format&) const = default;
};

enum class Kind : std::uint8_t { zero, finite, infinity, nan };

/// A decoded code: (-1)^negative * significand * 2^exponent when finite. Subnormals are not renormalised, so
/// every finite code of a format has the implied leading one exactly when it is normal.
struct Value {
  Kind kind = Kind::zero;
  bool negative = false;
  std::uint64_t significand = 0;
  int exponent = 0;
};

/// All ones, zero mantissa: infinity where Specials::ieee.
template <typename Code = std::uint32_t>
constexpr Code exponent_ones(const Format& f) {
  return ((Code{1} << f.exponent_bits) - 1) << f.mantissa_bits;
}

template <typename Code = std::uint32_t>
constexpr bool is_nan(const Format& f, std::type_identity_t<Code> code) {
  const Code magnitude = code & f.magnitude_mask<Code>();
  switch (f.specials) {
    case Specials::ieee:
      return magnitude > exponent_ones<Code>(f);
    case Specials::fn:
    case Specials::exponent_only:
      return magnitude == f.magnitude_mask<Code>();
    case Specials::fnuz:
      return (code & f.code_mask<Code>()) == f.sign_mask<Code>();
    case Specials::finite:
      return false;
  }
  return false;
}

template <typename Code = std::uint32_t>
constexpr bool is_infinity(const Format& f, std::type_identity_t<Code> code) {
  return f.specials == Specials::ieee && (code & f.magnitude_mask<Code>()) == exponent_ones<Code>(f);
}

template <typename Code = std::uint32_t>
constexpr Value decode(const Format& f, std::type_identity_t<Code> code) {
  const bool negative = (code & f.sign_mask<Code>()) != 0;
  if (is_nan<Code>(f, code)) return {Kind::nan, negative, 0, 0};
  if (is_infinity<Code>(f, code)) return {Kind::infinity, negative, 0, 0};
  const Code magnitude = code & f.magnitude_mask<Code>();
  if (f.specials == Specials::exponent_only) return {Kind::finite, false, 1, int(magnitude) - f.bias};
  const Code hidden = Code{1} << f.mantissa_bits;
  const Code mantissa = magnitude & (hidden - 1);
  const int field = int(magnitude >> f.mantissa_bits);
  if (field == 0) {
    if (mantissa == 0) return {Kind::zero, negative, 0, 0};
    return {Kind::finite, negative, mantissa, f.emin() - f.mantissa_bits};
  }
  return {Kind::finite, negative, mantissa | hidden, field - f.bias - f.mantissa_bits};
}

/// What becomes of a finite value that rounds past the largest finite code.
enum class Overflow : std::uint8_t {
  to_special,  ///< Inf where the format has one, else NaN, else saturate
  saturate,    ///< the largest finite code
};

template <typename Code = std::uint32_t>
constexpr Code largest_finite(const Format& f) {
  switch (f.specials) {
    case Specials::ieee:
      return exponent_ones<Code>(f) - 1;
    case Specials::fn:
    case Specials::exponent_only:
      return f.magnitude_mask<Code>() - 1;
    case Specials::fnuz:
    case Specials::finite:
      return f.magnitude_mask<Code>();
  }
  return 0;
}

/// The canonical quiet NaN; for formats without NaN, zero.
template <typename Code = std::uint32_t>
constexpr Code nan_code(const Format& f) {
  switch (f.specials) {
    case Specials::ieee:
      return exponent_ones<Code>(f) | Code{1} << (f.mantissa_bits - 1);
    case Specials::fn:
    case Specials::exponent_only:
      return f.magnitude_mask<Code>();
    case Specials::fnuz:
      return f.sign_mask<Code>();
    case Specials::finite:
      return 0;
  }
  return 0;
}

template <typename Code = std::uint32_t>
constexpr Code overflow_code(const Format& f, Overflow policy) {
  if (policy == Overflow::saturate || f.specials == Specials::finite) return largest_finite<Code>(f);
  if (f.specials == Specials::ieee) return exponent_ones<Code>(f);
  return nan_code<Code>(f);
}

/// Which neighbour a value between two codes becomes; all are symmetric in the sign.
enum class Rounding : std::uint8_t {
  nearest_even,         ///< ties to the even code
  nearest_away,         ///< ties to the larger magnitude
  nearest_toward_zero,  ///< ties to the smaller magnitude: a table of thresholds compared with strict >
  toward_zero,
};

/// Whether the kept bits go up by one; `rest` is what was cut, in units in which the last kept bit is 2 *
/// half.
constexpr bool rounds_up(Rounding rounding, bool odd, std::uint64_t rest, std::uint64_t half, bool sticky) {
  switch (rounding) {
    case Rounding::nearest_even:
      return rest > half || (rest == half && (sticky || odd));
    case Rounding::nearest_away:
      return rest >= half;
    case Rounding::nearest_toward_zero:
      return rest > half || (rest == half && sticky);
    case Rounding::toward_zero:
      return false;
  }
  return false;
}

/// The magnitude's code of (significand + fraction) * 2^exponent, where 0 <= fraction < 1 and `sticky` says
/// that the fraction is not zero, as if codes went on past the largest finite one. A caller that sets
/// `sticky` passes more significant bits than the format keeps (mantissa_bits + 2), so that the fraction only
/// breaks ties. Not for exponent_only formats: their rounding is a scale recipe.
constexpr std::uint64_t round_magnitude(const Format& f, std::uint64_t significand, int exponent, bool sticky,
                                        Rounding rounding) {
  if (significand == 0) return 0;  // a bare fraction is below half of any format's smallest step here
  const int leading = 63 - std::countl_zero(significand) + exponent;
  const int unit =
      (leading < f.emin() ? f.emin() : leading) - f.mantissa_bits;  // exponent of the last kept bit
  const int cut = unit - exponent;
  std::uint64_t kept = 0;
  if (cut <= 0) {
    kept = significand << -cut;
  } else if (cut > 64) {
    return 0;
  } else {
    const std::uint64_t half = std::uint64_t{1} << (cut - 1);
    const std::uint64_t rest = cut == 64 ? significand : significand & ((half << 1) - 1);
    kept = cut == 64 ? 0 : significand >> cut;
    if (rounds_up(rounding, (kept & 1) != 0, rest, half, sticky)) ++kept;
  }
  // A carry out of the mantissa moves into the exponent field by itself: the fields are adjacent.
  return (std::uint64_t(unit + f.mantissa_bits - f.emin()) << f.mantissa_bits) + kept;
}

/// A zero with the sign, where the format has two zeros.
constexpr std::uint32_t zero_code(const Format& f, bool negative) {
  return negative && f.specials != Specials::fnuz ? f.sign_mask() : 0u;
}

/// Rounds (-1)^negative * (significand + fraction) * 2^exponent to nearest, ties to even; see
/// round_magnitude.
constexpr std::uint32_t encode_nearest_even(const Format& f, bool negative, std::uint64_t significand,
                                            int exponent, bool sticky, Overflow policy) {
  const std::uint32_t sign = negative ? f.sign_mask() : 0u;
  const std::uint64_t magnitude = round_magnitude(f, significand, exponent, sticky, Rounding::nearest_even);
  if (magnitude > largest_finite(f)) return sign | overflow_code(f, policy);
  return magnitude == 0 ? zero_code(f, negative) : sign | std::uint32_t(magnitude);
}

constexpr std::uint32_t encode_nearest_even(const Format& f, double x, Overflow policy) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const bool negative = (bits >> 63) != 0;
  const int field = int((bits >> 52) & 0x7FF);
  const std::uint64_t mantissa = bits & ((std::uint64_t{1} << 52) - 1);
  if (field - 1023 >= f.emin()) {
    // Where the format has normal numbers, its code is that of double, shorter and less the biases'
    // difference.
    const int cut = 52 - f.mantissa_bits;
    const std::uint64_t magnitude = bits << 1 >> 1, below_half = (std::uint64_t{1} << (cut - 1)) - 1;
    const std::uint64_t code = ((magnitude + below_half + (magnitude >> cut & 1)) >> cut) -
                               (std::uint64_t(1023 - f.bias) << f.mantissa_bits);
    if (code <= largest_finite(f)) return (negative ? f.sign_mask() : 0u) | std::uint32_t(code);
  }
  if (field == 0x7FF && mantissa != 0)
    return nan_code(f) | (f.specials == Specials::fnuz || !negative ? 0u : f.sign_mask());
  if (field == 0x7FF) {
    const std::uint32_t sign = negative ? f.sign_mask() : 0u;
    return sign | overflow_code(f, policy);
  }
  if (field == 0) return encode_nearest_even(f, negative, mantissa, -1074, false, policy);
  return encode_nearest_even(f, negative, mantissa | (std::uint64_t{1} << 52), field - 1075, false, policy);
}

/// 2^exponent as a double, for -1022 <= exponent <= 1023.
constexpr double power_of_two(int exponent) {
  return std::bit_cast<double>(std::uint64_t(exponent + 1023) << 52);
}

/// The value of a code; exact, since every format here is a subset of double.
constexpr double to_double(const Format& f, std::uint32_t code) {
  const Value v = decode(f, code);
  switch (v.kind) {
    case Kind::zero:
      return v.negative ? -0.0 : 0.0;
    case Kind::nan:
      return std::bit_cast<double>(std::uint64_t{0x7FF8} << 48);
    case Kind::infinity:
      return std::bit_cast<double>(std::uint64_t{v.negative ? 0xFFF0u : 0x7FF0u} << 48);
    case Kind::finite:
      break;
  }
  const double magnitude = double(v.significand) * power_of_two(v.exponent);
  return v.negative ? -magnitude : magnitude;
}

}  // namespace lockstep::formats
