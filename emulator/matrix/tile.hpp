// Whole tiles decoded for the kernels that align, and what their specials sum to.
#pragma once

#include "emulator/matrix/decode_codes.hpp"

namespace lockstep::matrix {

inline constexpr int kLowest = -60;  // below the exponent of any product before scaling: -28 with two e5m2
inline constexpr int kNone = -600;  // below it after scaling, too; its distance to any exponent fits a double
inline constexpr int kNegligible = -60;  // a product times 2^-60 is below one: 2^32 is past every product
inline constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Operands, values or significands, without their specials, exponents apart; columns are [k][column].
template <int Dim>
struct Tile {
  alignas(64) float a[kOperandElements];
  alignas(64) float b[kOperandElements];
  std::int32_t a_exponent[kOperandElements];
  alignas(64) std::int32_t b_exponent[kOperandElements];
  alignas(64) std::int32_t b_scale[kOperandScales];  // codes, [block][column]
};

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

template <int Dim, Part part = Part::value>
LOCKSTEP_INLINE void decode_tile(const Operand& a, const Operand& b, Tile<Dim>& tile) {
  alignas(64) std::uint8_t by_k[kOperandElements];
  order_by_k<Dim>(b.codes, by_k);
  decode_apart<part>(*a.format, a.codes, tile.a, tile.a_exponent);
  decode_apart<part>(*b.format, by_k, tile.b, tile.b_exponent);
  constexpr int kBlocks = kOperandScales / Dim;
  for (int block = 0; block < kBlocks; ++block)
    for (int j = 0; j < Dim; ++j) tile.b_scale[block * Dim + j] = b.scales[j * kBlocks + block];
}

/// Makes a strip of sums the accumulators, unless the sum of the products that are special, or such an
/// accumulator, decides. `specials` is nullptr when there are none among the products.
template <typename V>
LOCKSTEP_INLINE void put(const StripFloats<V>& sum, const float* specials, float* acc) {
  if (specials == nullptr) {
    store(acc, sum);
    return;
  }
  for (int j = 0; j < V::kStrip; ++j) {
    const float special = specials[j] + (acc[j] - acc[j] == 0 ? 0 : acc[j]);
    acc[j] = special != 0 ? special : sum[j];
  }
}

}  // namespace lockstep::matrix
