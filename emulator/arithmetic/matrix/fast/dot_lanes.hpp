// Parts of dot_products(), in which a lane is one dot product. Numbers are exact doubles, codes integers.
#pragma once

#include <algorithm>

#include "emulator/arithmetic/matrix/fast/lanes.hpp"
#include "emulator/arithmetic/matrix/units/unit.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::matrix {

/// The exponent of no term: below every real one, yet its distance to any fits a double's exponent twice.
inline constexpr int kNoTerm = -480;

/// A decoded number: value = significand * 2^(exponent - fraction_bits); -0 for a negative zero.
template <typename V>
struct Element {
  Doubles<V> significand;
  Ints<V> exponent;
};

/// A format's facts for decoding.
struct Decoder {
  std::int32_t magnitude_mask, mantissa_mask, hidden_bit, sign_mask, largest_finite, nan_code;
  int mantissa_bits, bias;
  bool through_half;

  explicit Decoder(const formats::Format& f, bool through_half_ = false)
      : magnitude_mask(std::int32_t(f.magnitude_mask())),
        mantissa_mask((1 << f.mantissa_bits) - 1),
        hidden_bit(1 << f.mantissa_bits),
        sign_mask(std::int32_t(f.sign_mask())),
        largest_finite(std::int32_t(formats::largest_finite(f))),
        nan_code(f.specials == formats::Specials::fnuz ? std::int32_t(f.sign_mask()) : -1),
        mantissa_bits(f.mantissa_bits),
        bias(f.bias),
        through_half(through_half_) {}
};

template <typename V>
LOCKSTEP_INLINE Ints<V> smaller(const Ints<V>& x, const Ints<V>& y) {
  return x < y ? x : y;
}

/// 2^exponent; exponents beyond a double's range are brought near its ends.
template <typename V>
LOCKSTEP_INLINE Doubles<V> clamped_power_of_two(const Ints<V>& exponent) {
  return power_of_two<V>(smaller<V>(larger<V>(exponent, Ints<V>{} - 1000), Ints<V>{} + 1000));
}

template <typename V>
LOCKSTEP_INLINE Longs<V> sign_of(const Doubles<V>& v) {
  return std::bit_cast<Longs<V>>(v) & std::numeric_limits<std::int64_t>::min();
}

/// Decodes codes. Infinities and NaNs give meaningless numbers, and set bits of `special`.
template <typename V>
LOCKSTEP_INLINE Element<V> decode_lanes(const Decoder& f, const Ints<V>& code, Ints<V>& special) {
  const Ints<V> magnitude = code & f.magnitude_mask;
  const Ints<V> field = magnitude >> f.mantissa_bits;
  const Ints<V> mantissa = magnitude & f.mantissa_mask;
  const Ints<V> significand = mantissa | (field != 0 ? Ints<V>{} + f.hidden_bit : Ints<V>{});
  special |= (magnitude > f.largest_finite) | (code == f.nan_code);
  const Longs<V> sign = convert<Longs<V>>((code & f.sign_mask) != 0) << 63;
  Doubles<V> exact = convert<Doubles<V>>(significand);
  Ints<V> exponent = larger<V>(field, Ints<V>{} + 1) - f.bias;
  if (f.through_half) {
    const Ints<V> own = exponent;
    exponent = larger<V>(own - f.mantissa_bits + exponent_of<V>(exact), Ints<V>{} + formats::float16.emin());
    exact *= power_of_two<V>(own - exponent);
  }
  return {std::bit_cast<Doubles<V>>(std::bit_cast<Longs<V>>(exact) | sign), exponent};
}

/// Truncates v to `bits` fraction bits below its own leading one, but not below 2^emin; -0 is kept.
template <typename V>
LOCKSTEP_INLINE Doubles<V> round_toward_zero(const Doubles<V>& v, int bits, int emin) {
  const Ints<V> leading = larger<V>(exponent_of<V>(v), Ints<V>{} + emin);
  const Doubles<V> cut_off =
      cut<V>(v * power_of_two<V>(bits - leading), Toward::zero) * power_of_two<V>(leading - bits);
  return std::bit_cast<Doubles<V>>(std::bit_cast<Longs<V>>(cut_off) | sign_of<V>(v));
}

/// The f16 code nearest to v.
template <typename V>
LOCKSTEP_INLINE Ints<V> round_to_half(const Doubles<V>& v) {
  constexpr double kShift = 6755399441055744.0;  // 1.5 * 2^52: adding it rounds to an integer
  const Ints<V> leading = larger<V>(exponent_of<V>(v), Ints<V>{} + formats::float16.emin());
  const Doubles<V> units = (v * power_of_two<V>(10 - leading) + kShift) - kShift;
  const Doubles<V> magnitude = units < 0 ? -units : units;
  // A carry out of the mantissa moves into the exponent field.
  const Ints<V> code = ((leading - formats::float16.emin()) << 10) + convert<Ints<V>>(magnitude);
  const Ints<V> finite = smaller<V>(code, Ints<V>{} + 0x7C00);
  return finite | convert<Ints<V>>(sign_of<V>(v) < 0 ? Longs<V>{} + 0x8000 : Longs<V>{});
}

/// Encodes v, which is exact, as a code of d.
template <typename V>
LOCKSTEP_INLINE Ints<V> finish(const Facts& facts, const formats::Format& d, const Doubles<V>& v) {
  Ints<V> code;
  if (d.bits == 16 && facts.rounding == Rounding::nearest_even) {
    code = round_to_half<V>(v);
  } else {
    const int bits = facts.result_bits != 0 ? facts.result_bits : formats::float32.mantissa_bits;
    const Doubles<V> kept =
        facts.rounding == Rounding::toward_zero ? round_toward_zero<V>(v, bits, formats::float32.emin()) : v;
    code = std::bit_cast<Ints<V>>(convert<Floats<V>>(kept));
  }
  // bfloat16_cut only counts a whole f32 as vanished: one whose upper half is its sign alone has not.
  const bool cut_later = facts.rounding == Rounding::bfloat16_cut;
  const std::uint32_t magnitude = cut_later ? formats::float32.magnitude_mask() : d.magnitude_mask();
  const Ints<V> vanished = (code & std::int32_t(magnitude)) == 0;
  if (!facts.negative_underflow) code = vanished ? Ints<V>{} : code;
  return cut_later ? code >> 16 & 0xFFFF : code;
}

}  // namespace lockstep::matrix
