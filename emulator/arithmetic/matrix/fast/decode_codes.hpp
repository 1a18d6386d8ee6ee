// Decodes whole operands, in loops that compilers vectorise.
#pragma once

#include <array>
#include <cstdint>

#include "emulator/arithmetic/matrix/fast/lanes.hpp"
#include "emulator/arithmetic/matrix/fast/operand.hpp"
#include "emulator/arithmetic/matrix/fast/transpose.hpp"
#include "reference/formats/code_order.hpp"

namespace lockstep::matrix {

/// Tables indexed by a code; bits above the format's width are ignored.
struct DecodeTable {
  std::array<float, 256> value;   ///< infinities and NaNs included
  std::array<float, 256> finite;  ///< infinities and NaNs read as 0
  /// `finite` in units of the smallest subnormal; not set for FNUZ formats.
  std::array<std::int64_t, 256> grid;
  int unit;                ///< exponent of the smallest subnormal
  int top;                 ///< |finite| < 2^top
  formats::CodeRank rank;  ///< order of the codes: infinities and NaNs come last
};

/// The table of one of the five operand formats, or of gfx942's two.
const DecodeTable& decode_table(const formats::Format& format);

/// The facts for decoding a format of at most 8 bits. No value of these formats is subnormal in f32.
struct CodeDecoder {
  std::int32_t magnitude_mask, sign_mask, smallest_normal, largest_finite, rebias;
  int sign_shift, mantissa_bits, bias;
  float below_normals;  ///< half of the smallest normal

  explicit CodeDecoder(const formats::Format& f)
      : magnitude_mask(std::int32_t(f.magnitude_mask())),
        sign_mask(std::int32_t(f.sign_mask())),
        smallest_normal(1 << f.mantissa_bits),
        largest_finite(std::int32_t(formats::largest_finite(f))),
        rebias((127 - f.bias) << 23),
        sign_shift(32 - f.bits),
        mantissa_bits(f.mantissa_bits),
        bias(f.bias),
        below_normals(std::bit_cast<float>((127 - f.bias) << 23)) {}

  /// The value of a finite code, whose bits without the sign are `magnitude`; free of branches, to vectorise.
  LOCKSTEP_INLINE float value(std::int32_t code, std::int32_t magnitude) const {
    const std::int32_t normal = (magnitude << (23 - mantissa_bits)) + rebias;
    // Read as a normal number, a subnormal has an exponent one too small and a leading one that it lacks.
    const auto subnormal = std::bit_cast<std::int32_t>((std::bit_cast<float>(normal) - below_normals) * 2.0F);
    const std::int32_t is_subnormal = (magnitude - smallest_normal) >> 31;
    return std::bit_cast<float>((subnormal & is_subnormal) | (normal & ~is_subnormal) |
                                (code & sign_mask) << sign_shift);
  }
  /// value / 2^(exponent - mantissa bits), an integer.
  LOCKSTEP_INLINE float significand(std::int32_t code, std::int32_t magnitude) const {
    const std::int32_t is_normal = ~((magnitude - smallest_normal) >> 31);
    const auto units = float((magnitude & (smallest_normal - 1)) | (smallest_normal & is_normal));
    return std::bit_cast<float>(std::bit_cast<std::int32_t>(units) | (code & sign_mask) << sign_shift);
  }
  /// The exponent of the unnormalised significand.
  LOCKSTEP_INLINE std::int32_t exponent(std::int32_t magnitude) const {
    const std::int32_t field = magnitude >> mantissa_bits;
    return (field > 1 ? field : 1) - bias;
  }
};

/// Whether one of the elements is an infinity or NaN.
LOCKSTEP_INLINE bool any_special(const Operand& operand, int elements) {
  const DecodeTable& table = decode_table(*operand.format);
  std::uint8_t largest = 0;
  for (int i = 0; i < elements; ++i) {
    const std::uint8_t rank = table.rank(operand.codes[i]);
    largest = rank > largest ? rank : largest;
  }
  return largest > table.rank.largest;
}

/// Decodes all elements in their order; infinities and NaNs included.
template <Shape kShape, typename Element>
LOCKSTEP_INLINE void decode_values(const formats::Format& format, const std::uint8_t* codes, bool special,
                                   Element* values) {
  if (special) {
    const auto& table = decode_table(format).value;
    for (int i = 0; i < kShape.elements(); ++i) values[i] = Element(table[codes[i]]);
    return;
  }
  const CodeDecoder f(format);
  for (int i = 0; i < kShape.elements(); ++i)
    values[i] = Element(f.value(codes[i], codes[i] & f.magnitude_mask));
}

/// Decodes to [k][row or column].
template <Shape kShape, typename Element>
LOCKSTEP_INLINE void decode_by_k(const Operand& operand, Element* values) {
  alignas(64) std::uint8_t by_k[kShape.elements()];
  order_by_k<kShape>(operand.codes, by_k);
  decode_values<kShape>(*operand.format, by_k, any_special(operand, kShape.elements()), values);
}

/// Decodes to [k / 4][row or column][k % 4].
template <Shape kShape, typename Element>
LOCKSTEP_INLINE void decode_by_fours(const Operand& operand, Element* values) {
  alignas(64) std::uint8_t by_fours[kShape.elements()];
  order_by_fours<kShape>(operand.codes, by_fours);
  decode_values<kShape>(*operand.format, by_fours, any_special(operand, kShape.elements()), values);
}

/// Decodes A to [row][k], B to [k][column].
template <Shape kShape, typename Element>
LOCKSTEP_INLINE void decode_operands(const Operand& a, const Operand& b, Element* rows, Element* columns) {
  decode_values<kShape>(*a.format, a.codes, any_special(a, kShape.elements()), rows);
  decode_by_k<kShape>(b, columns);
}

/// Whether an element is split into its value or its significand, besides the exponent.
enum class Part { value, significand };

/// The exponent of a zero: so far below any other that it never is the maximum.
inline constexpr std::int32_t kNoExponent = -1000;

/// Decodes to [row][k] or [k][column], infinities and NaNs as zeros, and to exponents of unnormalised
/// significands.
template <Shape kShape, Part part>
LOCKSTEP_INLINE void decode_apart(const formats::Format& format, const std::uint8_t* codes, float* values,
                                  std::int32_t* exponents) {
  const CodeDecoder f(format);
  for (int i = 0; i < kShape.elements(); ++i) {
    const std::int32_t code = codes[i], magnitude = code & f.magnitude_mask;
    const std::int32_t finite = magnitude > f.largest_finite ? 0 : magnitude;
    values[i] = part == Part::value ? f.value(code, finite) : f.significand(code, finite);
    exponents[i] = finite == 0 ? kNoExponent : f.exponent(finite);
  }
}

}  // namespace lockstep::matrix
