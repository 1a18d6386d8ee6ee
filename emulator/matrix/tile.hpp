// Whole tiles decoded for the kernels that align, and what their specials sum to.
#pragma once

#include "emulator/matrix/decode_table.hpp"
#include "emulator/matrix/lanes.hpp"

namespace lockstep::matrix {

inline constexpr int kLowest = -60;  // below the exponent of any product before scaling: -28 with two e5m2
inline constexpr int kNone = -600;  // below it after scaling, too; its distance to any exponent fits a double
inline constexpr int kNegligible = -60;  // a product times 2^-60 is below one: 2^32 is past every product
inline constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Operands without their specials, exponents apart; columns are [k][column].
template <int Dim>
struct Tile {
  alignas(64) float a[kOperandElements];
  alignas(64) float b[kOperandElements];
  std::int32_t a_exponent[kOperandElements];
  alignas(64) std::int32_t b_exponent[kOperandElements];
  alignas(64) std::int32_t b_scale[kOperandScales];  // codes, [block][column]
};

/// True when one of the codes is an infinity or NaN.
LOCKSTEP_INLINE bool any_special(const Operand& operand) {
  const DecodeTable& table = decode_table(*operand.format);
  int found = 0;
  for (int i = 0; i < kOperandElements; ++i)
    found |= (operand.codes[i] & table.magnitude_mask) > table.largest_finite;
  return found != 0;
}

/// A step's products that are infinite or NaN, or count as such, summed; rarely needed, so plain.
inline void sum_specials(double limit, Shape shape, const Operand& a, const Operand& b, int row, int begin,
                         int end, float* specials) {
  const auto& ta = decode_table(*a.format).value;
  const auto& tb = decode_table(*b.format).value;
  const int block = begin / kScaleBlock;
  for (int j = 0; j < shape.n; ++j) {
    const double scale = scale_value(a.scales[row * shape.blocks() + block]) *
                         scale_value(b.scales[j * shape.blocks() + block]);
    for (int k = begin; k < end; ++k) {
      const double product = double(ta[a.codes[row * shape.k + k]]) * tb[b.codes[j * shape.k + k]] * scale;
      if (product >= limit) specials[j] += kInfinity;
      if (product <= -limit) specials[j] -= kInfinity;
      if (product != product) specials[j] = kNaN;
    }
  }
}

/// Exponents of unnormalised significands, as in DecodeTable::exponent.
LOCKSTEP_INLINE void exponents_of(const formats::Format& format, const float* values,
                                  std::int32_t* exponents) {
  const std::int32_t emin = format.emin();
  for (int i = 0; i < kOperandElements; ++i) {
    const auto bits = std::bit_cast<std::int32_t>(values[i]);
    const std::int32_t exponent = (bits >> 23 & 0xFF) - 127;
    const std::int32_t real = exponent > emin ? exponent : emin;
    exponents[i] = (bits & 0x7FFFFFFF) != 0 ? real : DecodeTable::kNoExponent;
  }
}

template <int Dim>
LOCKSTEP_INLINE void decode_tile(const Operand& a, const Operand& b, Tile<Dim>& tile) {
  decode_rows(decode_table(*a.format).finite, a.codes, tile.a);
  decode_columns<Dim>(decode_table(*b.format).finite, b.codes, tile.b);
  exponents_of(*a.format, tile.a, tile.a_exponent);
  exponents_of(*b.format, tile.b, tile.b_exponent);
  constexpr int kBlocks = kOperandScales / Dim;
  for (int block = 0; block < kBlocks; ++block)
    for (int j = 0; j < Dim; ++j) tile.b_scale[block * Dim + j] = b.scales[j * kBlocks + block];
}

}  // namespace lockstep::matrix
