// Summation::aligned: products and accumulator are cut to grids under the largest exponent, then rounded.
//
// The cuts after the products are done in double: every value there is an integer of few bits times a power
// of two, so double is exact, and it vectorises on every instruction set.
#include <algorithm>

#include "emulator/matrix/aligned_add.hpp"

namespace lockstep::matrix {
namespace {

constexpr int kMaxExponent = 128;  // 2^128 is past every f32

/// Products of one row with a strip of columns: their sum in units of 2^(exponent - fraction bits), and the
/// largest exponent, kNone when all are zero.
template <typename V>
struct Group {
  StripInts<V> sum, exponent;
};

/// One row of A and the strip's columns of B from some k on.
struct Products {
  const float *a, *b;
  const std::int32_t *a_exponent, *b_exponent;
};

/// Products of k = begin, begin + stride, ... below end.
template <typename V, int Dim>
LOCKSTEP_INLINE StripInts<V> largest_exponent(const Products& at, int begin, int end, int stride) {
  StripInts<V> largest = StripInts<V>{} + kNone;
  for (int k = begin; k < end; k += stride) {
    const StripInts<V> exponent = at.a_exponent[k] + load<StripInts<V>>(at.b_exponent + k * Dim);
    largest = exponent > largest ? exponent : largest;
  }
  return largest;
}

/// ... cut toward zero to multiples of 1 / unit and summed.
template <typename V, int Dim>
LOCKSTEP_INLINE StripInts<V> cut_sum(const Products& at, int begin, int end, int stride,
                                     const StripInts<V>& unit_exponent) {
  const auto unit = std::bit_cast<StripFloats<V>>((unit_exponent + 127) << 23);
  StripInts<V> sum{};
  for (int k = begin; k < end; k += stride)
    sum += convert<StripInts<V>>(at.a[k] * load<StripFloats<V>>(at.b + k * Dim) * unit);
  return sum;
}

template <typename V, int Dim>
LOCKSTEP_INLINE Group<V> sum_products(int bits, const Products& at, int begin, int end, int stride) {
  const StripInts<V> largest = largest_exponent<V, Dim>(at, begin, end, stride);
  return {cut_sum<V, Dim>(at, begin, end, stride, at_most<V>(bits - largest, 127)), largest};
}

/// Even and odd products on their common grid.
template <typename V>
LOCKSTEP_INLINE Group<V> merge(const Group<V>& even, const Group<V>& odd) {
  const StripInts<V> exponent = even.exponent > odd.exponent ? even.exponent : odd.exponent;
  return {(even.sum >> at_most<V>(exponent - even.exponent, 31)) +
              (odd.sum >> at_most<V>(exponent - odd.exponent, 31)),
          exponent};
}

/// The exponent sum of two scale codes from which some product may reach 2^128; 0 to look at every product.
int oversized_scale(const Facts& facts, const Operand& a, const Operand& b) {
  if (any_special(a) || any_special(b)) return 0;
  if (facts.oversized == Oversized::kept) return 2 * 255;
  return kMaxExponent - decode_table(*a.format).top - decode_table(*b.format).top + 2 * 127;
}

/// One step of one row against a strip of columns.
template <typename V, int Dim>
LOCKSTEP_INLINE void add_step(const Facts& facts, const Tile<Dim>& tile, int row, int column, int begin,
                              int a_scale, const float* specials, float* acc) {
  constexpr int kK = kOperandElements / Dim;
  const Products at{tile.a + row * kK + begin, tile.b + begin * Dim + column,
                    tile.a_exponent + row * kK + begin, tile.b_exponent + begin * Dim + column};
  const int bits = facts.product.fraction_bits;
  const Group<V> sum = facts.parity_split ? merge<V>(sum_products<V, Dim>(bits, at, 0, facts.step, 2),
                                                     sum_products<V, Dim>(bits, at, 1, facts.step, 2))
                                          : sum_products<V, Dim>(bits, at, 0, facts.step, 1);
  const StripInts<V> scale =
      load<StripInts<V>>(tile.b_scale + begin / kScaleBlock * Dim + column) + (a_scale - 254);
  put<V>(add_to<V>(facts, {widen<V>(sum.sum), sum.exponent + scale}, load<StripFloats<V>>(acc)), specials,
         acc);
}

// ---- A step over all blocks, each with scales of its own

/// Products of one row, of all k of one parity or of all, with a strip of columns.
template <typename V, int Dim>
LOCKSTEP_INLINE AlignedSum<V> sum_blocks(int bits, const Products& at, const std::uint8_t* a_scale,
                                         const std::int32_t* b_scale, int first, int stride) {
  constexpr int kBlocks = kOperandScales / Dim;
  StripInts<V> scale[kBlocks], exponent = StripInts<V>{} + 2 * kNone;
  for (int block = 0; block < kBlocks; ++block) {
    const int begin = block * kScaleBlock;
    const StripInts<V> largest = largest_exponent<V, Dim>(at, begin + first, begin + kScaleBlock, stride);
    scale[block] = load<StripInts<V>>(b_scale + block * Dim) + (a_scale[block] - 254);
    const StripInts<V> scaled = largest + scale[block];
    exponent = scaled > exponent ? scaled : exponent;
  }
  WideInts<V> sum{};
  for (int block = 0; block < kBlocks; ++block) {
    const int begin = block * kScaleBlock;
    StripInts<V> unit = bits - exponent + scale[block];
    unit = unit > kNegligible ? unit : StripInts<V>{} + kNegligible;
    unit = at_most<V>(unit, 127);  // the block is all zeros
    const WideInts<V> of_block =
        widen<V>(cut_sum<V, Dim>(at, begin + first, begin + kScaleBlock, stride, unit));
    for (std::size_t h = 0; h < 2; ++h) sum[h] += of_block[h];
  }
  return {sum, exponent};
}

template <typename V>
LOCKSTEP_INLINE AlignedSum<V> merge(const AlignedSum<V>& even, const AlignedSum<V>& odd) {
  const StripInts<V> exponent = even.exponent > odd.exponent ? even.exponent : odd.exponent;
  const WideInts<V> of_even = widen<V>(at_most<V>(exponent - even.exponent, kMaxShift));
  const WideInts<V> of_odd = widen<V>(at_most<V>(exponent - odd.exponent, kMaxShift));
  WideInts<V> sum;
  for (std::size_t h = 0; h < 2; ++h)
    sum[h] = shift_down<V>(even.value[h], of_even[h]) + shift_down<V>(odd.value[h], of_odd[h]);
  return {sum, exponent};
}

/// All products of one row with a strip of columns.
template <typename V, int Dim>
LOCKSTEP_INLINE void add_all(const Facts& facts, const Tile<Dim>& tile, int row, int column,
                             const std::uint8_t* a_scale, const float* specials, float* acc) {
  constexpr int kK = kOperandElements / Dim;
  const Products at{tile.a + row * kK, tile.b + column, tile.a_exponent + row * kK, tile.b_exponent + column};
  const std::int32_t* b_scale = tile.b_scale + column;
  const int bits = facts.product.fraction_bits;
  const AlignedSum<V> sum = facts.parity_split
                                ? merge<V>(sum_blocks<V, Dim>(bits, at, a_scale, b_scale, 0, 2),
                                           sum_blocks<V, Dim>(bits, at, a_scale, b_scale, 1, 2))
                                : sum_blocks<V, Dim>(bits, at, a_scale, b_scale, 0, 1);
  put<V>(add_to<V>(facts, sum, load<StripFloats<V>>(acc)), specials, acc);
}

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
  const bool look = any_special(a) || any_special(b);

  constexpr int kK = kOperandElements / Dim;
  alignas(64) float acc[Dim * Dim], sums[Dim * Dim];
  std::memcpy(acc, c, sizeof acc);
  for (int begin = 0; begin < kK; begin += facts.step) {
    const int block = begin / kScaleBlock;
    if (begin % kScaleBlock == 0) std::memset(sums, 0, sizeof sums);
    for (int row = 0; row < Dim; ++row) {
      float specials[Dim] = {};
      if (look) sum_specials(kInfinity, shape, plain_a, plain_b, row, begin, begin + facts.step, specials);
      for (int j = 0; j < Dim; j += V::kStrip)
        add_step<V, Dim>(facts, tile, row, j, begin, 127, look ? specials + j : nullptr,
                         sums + row * Dim + j);
    }
    if ((begin + facts.step) % kScaleBlock != 0) continue;
    for (int i = 0; i < Dim * Dim; i += V::kStrip) {
      WideFloats<V> scaled = widen<V>(load<StripFloats<V>>(sums + i));
      for (std::size_t h = 0; h < 2; ++h)
        scaled[h] *= row_scales[i / Dim * kBlocks + block] *
                     load<Doubles<V>>(column_scales + block * Dim + i % Dim + int(h) * V::kHalf);
      store(acc + i, load<StripFloats<V>>(acc + i) + narrow<V>(scaled));
    }
  }
  for (int i = 0; i < Dim * Dim; ++i) d[i] = acc[i] == acc[i] ? acc[i] : kNaN;
}

template <typename V, int Dim>
LOCKSTEP_INLINE void multiply_tile(const Facts& facts, Shape shape, const Operand& a, const Operand& b,
                                   const float* c, float* d) {
  if (facts.scale_at == ScaleAt::sum) return multiply_tile_post<V, Dim>(facts, shape, a, b, c, d);
  constexpr int kK = kOperandElements / Dim;
  constexpr int kBlocks = kOperandScales / Dim;
  Tile<Dim> tile;
  decode_tile<Dim>(a, b, tile);
  const int look_from = oversized_scale(facts, a, b);
  const int largest_b_scale = *std::max_element(b.scales, b.scales + kOperandScales);
  const double limit = facts.oversized == Oversized::kept ? kInfinity : power_of_two(kMaxExponent);

  alignas(64) float acc[Dim * Dim];
  std::memcpy(acc, c, sizeof acc);
  const int step = facts.step == 0 ? kK : facts.step;
  // Rows inside steps: a row's next step has to wait for its last, another row's has not.
  for (int begin = 0; begin < kK; begin += step)
    for (int row = 0; row < Dim; ++row) {
      const std::uint8_t* a_scale = a.scales + row * kBlocks;
      float specials[Dim] = {};
      bool look = false;
      for (int k = begin; k < begin + step; k += std::min(step, kScaleBlock)) {
        const int scale = a_scale[k / kScaleBlock];
        if (scale != 0xFF && largest_b_scale != 0xFF && scale + largest_b_scale < look_from) continue;
        sum_specials(limit, shape, a, b, row, k, k + std::min(step, kScaleBlock), specials);
        look = true;
      }
      for (int j = 0; j < Dim; j += V::kStrip) {
        const float* at = look ? specials + j : nullptr;
        if (facts.step == 0)
          add_all<V, Dim>(facts, tile, row, j, a_scale, at, acc + row * Dim + j);
        else
          add_step<V, Dim>(facts, tile, row, j, begin, a_scale[begin / kScaleBlock], at, acc + row * Dim + j);
      }
    }
  for (int i = 0; i < Dim * Dim; ++i) d[i] = acc[i] == acc[i] ? acc[i] : kNaN;
}

template <typename V>
LOCKSTEP_INLINE void multiply_shape(const Facts& facts, Shape shape, const Operand& a, const Operand& b,
                                    const float* c, float* d) {
  if (shape == k16x16x128) return multiply_tile<V, 16>(facts, shape, a, b, c, d);
  return multiply_tile<V, 32>(facts, shape, a, b, c, d);
}

}  // namespace

LOCKSTEP_KERNEL(multiply_aligned, multiply_shape)

}  // namespace lockstep::matrix
