// Summation::aligned over whole tiles. Products are cut in float, which holds each; everything after that is
// integer arithmetic: sums of products in 32 bits, sums with the accumulator in 64, and every cut a shift.
#include "emulator/arithmetic/matrix/fast/aligned_products.hpp"
#include "emulator/arithmetic/matrix/fast/kernels.hpp"

namespace lockstep::matrix {
namespace {

/// Adds one step of one row to a strip of columns, within a block.
template <typename V, Shape kShape>
struct AlignedStep {
  const Facts& facts;
  const AlignedAdd<V>& add;
  const Tile<kShape>& tile;
  const std::uint8_t* a_scales;

  LOCKSTEP_INLINE void operator()(int row, int column, int begin, const float* specials, float* acc) const {
    constexpr int kK = kShape.k;
    const Products at{tile.a + row * kK + begin, tile.b + begin * kShape.n + column,
                      tile.a_exponent + row * kK + begin, tile.b_exponent + begin * kShape.n + column};
    const int bits = facts.product.fraction_bits;
    const Group<V> sum = facts.parity_split ? merge<V>(sum_products<V, kShape>(bits, at, 0, facts.step, 2),
                                                       sum_products<V, kShape>(bits, at, 1, facts.step, 2))
                                            : sum_products<V, kShape>(bits, at, 0, facts.step, 1);
    const StripInts<V> scale = scale_exponents<V>(tile, a_scales, row, column, begin);
    put<V>(add({widen<V>(sum.sum), sum.exponent + scale}, load<StripFloats<V>>(acc)), specials, acc);
  }
};

/// Adds all products of one row with a strip of columns.
template <typename V, Shape kShape>
struct AlignedWhole {
  const Facts& facts;
  const AlignedAdd<V>& add;
  const Tile<kShape>& tile;
  const std::uint8_t* a_scales;

  LOCKSTEP_INLINE void operator()(int row, int column, int, const float* specials, float* acc) const {
    constexpr int kK = kShape.k;
    const Products at{tile.a + row * kK, tile.b + column, tile.a_exponent + row * kK,
                      tile.b_exponent + column};
    const std::uint8_t* a_scale = a_scales + row * kShape.blocks();
    const std::int32_t* b_scale = tile.b_scale + column;
    const int bits = facts.product.fraction_bits;
    const AlignedSum<V> sum = facts.parity_split
                                  ? merge<V>(sum_blocks<V, kShape>(bits, at, a_scale, b_scale, 0, 2),
                                             sum_blocks<V, kShape>(bits, at, a_scale, b_scale, 1, 2))
                                  : sum_blocks<V, kShape>(bits, at, a_scale, b_scale, 0, 1);
    put<V>(add(sum, load<StripFloats<V>>(acc)), specials, acc);
  }
};

/// ScaleAt::sum: sums the steps of a block from zero, multiplies by both scales, rounds, and adds to acc.
template <typename V, Shape kShape>
LOCKSTEP_INLINE void multiply_tile_post(const Facts& facts, const Operand& a, const Operand& b,
                                        const float* c, float* d) {
  constexpr int kBlocks = kShape.blocks();
  const Operand plain_a{a.format, a.codes, kNoScales.data()}, plain_b{b.format, b.codes, kNoScales.data()};
  Tile<kShape> tile;
  decode_tile<kShape>(plain_a, plain_b, tile);
  alignas(64) double row_scales[kOperandScales], column_scales[kOperandScales];
  decode_row_scales(a.scales, row_scales);
  decode_column_scales<kShape>(b.scales, column_scales);
  const SpecialProducts special(kShape, plain_a, plain_b, kInfinity);
  const AlignedAdd<V> add(facts);
  const AlignedStep<V, kShape> step{facts, add, tile, plain_a.scales};

  alignas(64) float acc[kShape.m * kShape.n], sums[kShape.m * kShape.n];
  std::memcpy(acc, c, sizeof acc);
  for (int block = 0; block < kBlocks; ++block) {
    const int begin = block * kScaleBlock;
    std::memset(sums, 0, sizeof sums);
    add_steps<V, kShape>(special, facts.step, step, begin, begin + kScaleBlock, sums);
    for (int i = 0; i < kShape.m * kShape.n; i += V::kStrip) {
      WideFloats<V> scaled = widen<V>(load<StripFloats<V>>(sums + i));
      for (std::size_t h = 0; h < 2; ++h)
        scaled[h] *= row_scales[i / kShape.n * kBlocks + block] *
                     load<Doubles<V>>(column_scales + block * kShape.n + i % kShape.n + int(h) * V::kHalf);
      store(acc + i, load<StripFloats<V>>(acc + i) + narrow<V>(scaled));
    }
  }
  store_results<kShape>(acc, d);
}

template <typename V, Shape kShape>
LOCKSTEP_INLINE void multiply_tile(const Facts& facts, const Operand& a, const Operand& b, const float* c,
                                   float* d) {
  if constexpr (!is_narrow(kShape))
    if (facts.scale_at == ScaleAt::sum) return multiply_tile_post<V, kShape>(facts, a, b, c, d);
  Tile<kShape> tile;
  decode_tile<kShape>(a, b, tile);
  const SpecialProducts special(kShape, a, b, facts.oversized == Oversized::kept ? kInfinity : 0x1p128);
  const AlignedAdd<V> add(facts);
  if (facts.step == 0)
    multiply_steps<V, kShape>(special, kShape.k, AlignedWhole<V, kShape>{facts, add, tile, a.scales}, c, d);
  else
    multiply_steps<V, kShape>(special, facts.step, AlignedStep<V, kShape>{facts, add, tile, a.scales}, c, d);
}

}  // namespace

LOCKSTEP_KERNEL(multiply_aligned, multiply_tile)

}  // namespace lockstep::matrix
