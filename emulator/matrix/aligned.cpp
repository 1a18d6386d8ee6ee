// Summation::aligned. Products are cut in float, which holds each; from there on all is integers: sums of
// products in 32 bits, sums with the accumulator in 64, and every cut a shift.
#include "emulator/matrix/aligned_products.hpp"

namespace lockstep::matrix {
namespace {

/// One step of one row against a strip of columns, inside a block.
template <typename V, int Dim>
struct AlignedStep {
  const Facts& facts;
  const Tile<Dim>& tile;
  const std::uint8_t* a_scales;

  LOCKSTEP_INLINE void operator()(int row, int column, int begin, const float* specials, float* acc) const {
    constexpr int kK = kOperandElements / Dim;
    const Products at{tile.a + row * kK + begin, tile.b + begin * Dim + column,
                      tile.a_exponent + row * kK + begin, tile.b_exponent + begin * Dim + column};
    const int bits = facts.product.fraction_bits, block = begin / kScaleBlock;
    const Group<V> sum = facts.parity_split ? merge<V>(sum_products<V, Dim>(bits, at, 0, facts.step, 2),
                                                       sum_products<V, Dim>(bits, at, 1, facts.step, 2))
                                            : sum_products<V, Dim>(bits, at, 0, facts.step, 1);
    const StripInts<V> scale = load<StripInts<V>>(tile.b_scale + block * Dim + column) +
                               (a_scales[row * (kOperandScales / Dim) + block] - 254);
    put<V>(add_to<V>(facts, {widen<V>(sum.sum), sum.exponent + scale}, load<StripFloats<V>>(acc)), specials,
           acc);
  }
};

/// All products of one row with a strip of columns.
template <typename V, int Dim>
struct AlignedWhole {
  const Facts& facts;
  const Tile<Dim>& tile;
  const std::uint8_t* a_scales;

  LOCKSTEP_INLINE void operator()(int row, int column, int, const float* specials, float* acc) const {
    constexpr int kK = kOperandElements / Dim;
    const Products at{tile.a + row * kK, tile.b + column, tile.a_exponent + row * kK,
                      tile.b_exponent + column};
    const std::uint8_t* a_scale = a_scales + row * (kOperandScales / Dim);
    const std::int32_t* b_scale = tile.b_scale + column;
    const int bits = facts.product.fraction_bits;
    const AlignedSum<V> sum = facts.parity_split
                                  ? merge<V>(sum_blocks<V, Dim>(bits, at, a_scale, b_scale, 0, 2),
                                             sum_blocks<V, Dim>(bits, at, a_scale, b_scale, 1, 2))
                                  : sum_blocks<V, Dim>(bits, at, a_scale, b_scale, 0, 1);
    put<V>(add_to<V>(facts, sum, load<StripFloats<V>>(acc)), specials, acc);
  }
};

constexpr std::array<std::uint8_t, kOperandScales> kNoScales = [] {
  std::array<std::uint8_t, kOperandScales> one{};
  one.fill(127);
  return one;
}();

/// ScaleAt::sum: the steps of a block from zero, times both scales, rounded, and added to acc.
template <typename V, int Dim>
LOCKSTEP_INLINE void multiply_tile_post(const Facts& facts, Shape shape, const Operand& a, const Operand& b,
                                        const float* c, float* d) {
  constexpr int kBlocks = kOperandScales / Dim;
  const Operand plain_a{a.format, a.codes, kNoScales.data()}, plain_b{b.format, b.codes, kNoScales.data()};
  Tile<Dim> tile;
  decode_tile<Dim>(plain_a, plain_b, tile);
  alignas(64) double row_scales[kOperandScales], column_scales[kOperandScales];
  decode_row_scales(a.scales, row_scales);
  decode_column_scales<Dim>(b.scales, column_scales);
  const SpecialProducts special(shape, plain_a, plain_b, kInfinity);
  const AlignedStep<V, Dim> add{facts, tile, plain_a.scales};

  alignas(64) float acc[Dim * Dim], sums[Dim * Dim];
  std::memcpy(acc, c, sizeof acc);
  for (int block = 0; block < kBlocks; ++block) {
    const int begin = block * kScaleBlock;
    std::memset(sums, 0, sizeof sums);
    add_steps<V, Dim>(special, facts.step, add, begin, begin + kScaleBlock, sums);
    for (int i = 0; i < Dim * Dim; i += V::kStrip) {
      WideFloats<V> scaled = widen<V>(load<StripFloats<V>>(sums + i));
      for (std::size_t h = 0; h < 2; ++h)
        scaled[h] *= row_scales[i / Dim * kBlocks + block] *
                     load<Doubles<V>>(column_scales + block * Dim + i % Dim + int(h) * V::kHalf);
      store(acc + i, load<StripFloats<V>>(acc + i) + narrow<V>(scaled));
    }
  }
  store_results<Dim>(acc, d);
}

template <typename V, int Dim>
LOCKSTEP_INLINE void multiply_tile(const Facts& facts, Shape shape, const Operand& a, const Operand& b,
                                   const float* c, float* d) {
  if (facts.scale_at == ScaleAt::sum) return multiply_tile_post<V, Dim>(facts, shape, a, b, c, d);
  Tile<Dim> tile;
  decode_tile<Dim>(a, b, tile);
  const SpecialProducts special(shape, a, b, facts.oversized == Oversized::kept ? kInfinity : 0x1p128);
  if (facts.step == 0)
    multiply_steps<V, Dim>(special, kOperandElements / Dim, AlignedWhole<V, Dim>{facts, tile, a.scales}, c,
                           d);
  else
    multiply_steps<V, Dim>(special, facts.step, AlignedStep<V, Dim>{facts, tile, a.scales}, c, d);
}

}  // namespace

LOCKSTEP_KERNEL(multiply_aligned, multiply_tile)

}  // namespace lockstep::matrix
