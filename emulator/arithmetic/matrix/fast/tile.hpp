// Whole tiles for the kernels that align: decoded, and processed step by step.
#pragma once

#include "emulator/arithmetic/matrix/fast/decode_codes.hpp"
#include "emulator/arithmetic/matrix/fast/special_products.hpp"

namespace lockstep::matrix {

inline constexpr int kNone = -600;  // the exponent of no product: below any other, scaled or not
// A product times 2^-60 is below one: 2^32 is beyond every product.
inline constexpr int kNegligible = -60;

/// Both operands as values or significands without specials, exponents separate; columns are [k][column].
template <Shape kShape>
struct Tile {
  alignas(64) float a[kShape.elements()];
  alignas(64) float b[kShape.elements()];
  std::int32_t a_exponent[kShape.elements()];
  alignas(64) std::int32_t b_exponent[kShape.elements()];
  alignas(64) std::int32_t b_scale[kShape.n * kShape.blocks()];  // codes, [block][column]
};

template <Shape kShape, Part part = Part::value>
LOCKSTEP_INLINE void decode_tile(const Operand& a, const Operand& b, Tile<kShape>& tile) {
  alignas(64) std::uint8_t by_k[kShape.elements()];
  order_by_k<kShape>(b.codes, by_k);
  decode_apart<kShape, part>(*a.format, a.codes, tile.a, tile.a_exponent);
  decode_apart<kShape, part>(*b.format, by_k, tile.b, tile.b_exponent);
  constexpr int kBlocks = kShape.blocks();
  for (int block = 0; block < kBlocks; ++block)
    for (int j = 0; j < kShape.n; ++j) tile.b_scale[block * kShape.n + j] = b.scales[j * kBlocks + block];
}

/// Exponents of the scales at k = begin: one row's plus those of a strip of columns.
template <typename V, Shape kShape>
LOCKSTEP_INLINE StripInts<V> scale_exponents(const Tile<kShape>& tile, const std::uint8_t* a_scales, int row,
                                             int column, int begin) {
  const int block = begin / kScaleBlock;
  return load<StripInts<V>>(tile.b_scale + block * kShape.n + column) +
         (a_scales[row * kShape.blocks() + block] - 254);
}

/// Stores a strip of sums as the accumulators, unless the sum of special products, or a special accumulator,
/// decides. `specials` is nullptr when there are none among the products.
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

/// Adds the k of begin ... end - 1 to a tile's accumulators, in steps of `step`. Add is a type with
///
///   void operator()(int row, int column, int begin, const float* specials, float* acc) const
///
/// for one step of one row with a strip of columns; specials as in put().
template <typename V, Shape kShape, typename Add>
LOCKSTEP_INLINE void add_steps(const SpecialProducts& special, int step, const Add& add, int begin, int end,
                               float* acc) {
  // Rows inside steps: a row's next step has to wait for its last, another row's has not.
  for (int k = begin; k < end; k += step)
    for (int row = 0; row < kShape.m; ++row) {
      float sums[kShape.n];
      const bool any = special.any(row, k, k + step);
      if (any) special.sum(row, k, k + step, sums);
      for (int j = 0; j < kShape.n; j += V::kStrip)
        add(row, j, k, any ? sums + j : nullptr, acc + row * kShape.n + j);
    }
}

template <Shape kShape>
LOCKSTEP_INLINE void store_results(const float* acc, float* d) {
  for (int i = 0; i < kShape.m * kShape.n; ++i) d[i] = acc[i] == acc[i] ? acc[i] : kNaN;
}

/// Adds all k to a tile's accumulators, from c to d.
template <typename V, Shape kShape, typename Add>
LOCKSTEP_INLINE void multiply_steps(const SpecialProducts& special, int step, const Add& add, const float* c,
                                    float* d) {
  alignas(64) float acc[kShape.m * kShape.n];
  std::memcpy(acc, c, sizeof acc);
  add_steps<V, kShape>(special, step, add, 0, kShape.k, acc);
  store_results<kShape>(acc, d);
}

}  // namespace lockstep::matrix
