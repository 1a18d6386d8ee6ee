// Summation::aligned: products and accumulator are cut to grids under the largest exponent, then rounded.
//
// The cuts after the products are done in double: every value there is an integer of few bits times a power
// of two, so double is exact, and it vectorises on every instruction set.
#include <algorithm>

#include "emulator/matrix/tile.hpp"

namespace lockstep::matrix {
namespace {

constexpr int kMinExponent = -126;  // of f32
constexpr int kMaxExponent = 128;   // 2^128 is past every f32
constexpr int kTooFar = 300;        // behind the largest exponent: no window reaches there
/// Products of one row with a strip of columns: their sum in units of 2^(exponent - fraction bits).
template <typename V>
struct Group {
  alignas(64) std::int32_t sum[V::kStrip];
  alignas(64) std::int32_t exponent[V::kStrip];  // kLowest when all are zero
};

template <typename V>
LOCKSTEP_INLINE StripInts<V> cut_products(Cut product, const StripFloats<V>& term) {
  const auto truncated = convert<StripInts<V>>(term);
  if (product.toward == Toward::zero) return truncated;
  return truncated + (convert<StripFloats<V>>(truncated) > term);  // true is -1
}

/// Products of k = begin, begin + Stride, ... below end; pointers are at the row's and the strip's k = 0.
template <typename V, int Dim, int Stride>
LOCKSTEP_INLINE void sum_products(Cut product, const float* a, const float* b, const std::int32_t* a_exponent,
                                  const std::int32_t* b_exponent, int begin, int end, Group<V>& group) {
  StripInts<V> largest = StripInts<V>{} + kLowest;
  for (int k = begin; k < end; k += Stride) {
    const StripInts<V> exponent = a_exponent[k] + load<StripInts<V>>(b_exponent + k * Dim);
    largest = exponent > largest ? exponent : largest;
  }
  const StripInts<V> unit_bits = (product.fraction_bits + 127 - largest) << 23;
  const auto unit = std::bit_cast<StripFloats<V>>(unit_bits);  // turns a product into units of the grid
  StripInts<V> sum{};
  for (int k = begin; k < end; k += Stride)
    sum += cut_products<V>(product, a[k] * load<StripFloats<V>>(b + k * Dim) * unit);
  store(group.sum, sum);
  store(group.exponent, largest);
}

/// value * 2^exponent is the sum of a step's products.
template <typename V>
struct Dot {
  Doubles<V> value;
  Ints<V> exponent;
};

template <typename V>
LOCKSTEP_INLINE Dot<V> dot_of(const Facts& facts, const Group<V>& group, int at) {
  return {convert<Doubles<V>>(load<Ints<V>>(group.sum + at)) * power_of_two(-facts.product.fraction_bits),
          load<Ints<V>>(group.exponent + at)};
}

template <typename V>
LOCKSTEP_INLINE Dot<V> merge(const Facts& facts, const Dot<V>& even, const Dot<V>& odd) {
  const Ints<V> exponent = larger<V>(even.exponent, odd.exponent);
  const int bits = facts.merge.fraction_bits;
  const Doubles<V> even_part = even.value * power_of_two<V>(even.exponent - exponent + bits);
  const Doubles<V> odd_part = odd.value * power_of_two<V>(odd.exponent - exponent + bits);
  const Doubles<V> sum = cut<V>(even_part, facts.merge.toward) + cut<V>(odd_part, facts.merge.toward);
  return {sum * power_of_two(-bits), exponent};
}

/// Adds acc to the scaled dot, whose exponent is kNone when all products are zero. `special`: the sum of the
/// step's infinite and NaN products, 0 without any.
template <typename V>
LOCKSTEP_INLINE Floats<V> add_accumulator(const Facts& facts, const Dot<V>& dot, const Floats<V>& acc,
                                          const Floats<V>& special) {
  const Ints<V> field = (std::bit_cast<Ints<V>>(acc) >> 23) & 0xFF;
  const Ints<V> acc_exponent = larger<V>(field - 127, Ints<V>{} + kMinExponent);
  const Ints<V> exponent = larger<V>(dot.exponent, acc_exponent);
  const Cut& normalised = facts.normalised;

  const Doubles<V> x = cut<V>(dot.value * power_of_two<V>(dot.exponent - exponent + facts.dot.fraction_bits),
                              facts.dot.toward);
  const Ints<V> behind = larger<V>(acc_exponent - exponent, Ints<V>{} - kTooFar);
  const Doubles<V> significand = convert<Doubles<V>>(acc) * power_of_two<V>(-acc_exponent);
  const Doubles<V> y = cut<V>(significand * power_of_two<V>(behind + facts.accumulator.fraction_bits),
                              facts.accumulator.toward);
  const Doubles<V> kept = convert<Longs<V>>(behind) < -facts.accumulator_window ? Doubles<V>{} : y;
  const Doubles<V> total = x * power_of_two(-facts.dot.fraction_bits) +
                           kept * power_of_two(-facts.accumulator.fraction_bits);  // in units of 2^exponent
  const Ints<V> leading = larger<V>(exponent_of<V>(total), kMinExponent - exponent);
  const Doubles<V> sum =
      cut<V>(total * power_of_two<V>(normalised.fraction_bits - leading), normalised.toward) *
      power_of_two<V>(leading - normalised.fraction_bits);
  const Floats<V> rounded = convert<Floats<V>>(sum * power_of_two<V>(exponent));

  const Floats<V> specials = special + (field == 0xFF ? acc : Floats<V>{});
  return specials != 0 ? specials : rounded;
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
  const float* a = tile.a + row * kK;
  const float* b = tile.b + column;
  const std::int32_t* a_exponent = tile.a_exponent + row * kK;
  const std::int32_t* b_exponent = tile.b_exponent + column;
  const int end = begin + facts.step;
  Group<V> even, odd;
  if (facts.parity_split) {
    sum_products<V, Dim, 2>(facts.product, a, b, a_exponent, b_exponent, begin, end, even);
    sum_products<V, Dim, 2>(facts.product, a, b, a_exponent, b_exponent, begin + 1, end, odd);
  } else {
    sum_products<V, Dim, 1>(facts.product, a, b, a_exponent, b_exponent, begin, end, even);
  }
  const std::int32_t* b_scale = tile.b_scale + begin / kScaleBlock * Dim + column;
  for (int j = 0; j < V::kStrip; j += V::kHalf) {
    Dot<V> dot = dot_of<V>(facts, even, j);
    if (facts.parity_split) dot = merge<V>(facts, dot, dot_of<V>(facts, odd, j));
    const Ints<V> scale = load<Ints<V>>(b_scale + j) + (a_scale - 254);
    dot.exponent = dot.exponent == kLowest ? Ints<V>{} + kNone : dot.exponent + scale;
    store(acc + j, add_accumulator<V>(facts, dot, load<Floats<V>>(acc + j), load<Floats<V>>(specials + j)));
  }
}

// ---- A step over all blocks, each with scales of its own

/// Products of one row, of all k of one parity or of all, with a strip of columns: the sum of the blocks'
/// sums in units of 2^(exponent - fraction bits).
template <typename V, int Dim>
struct WideGroup {
  alignas(64) std::int32_t sum[kOperandScales / Dim][V::kStrip];
  alignas(64) std::int32_t exponent[V::kStrip];  // scaled; kNone when all are zero
};

/// Pointers as in sum_products(), scales as codes: [block] and [block][column].
template <typename V, int Dim, int Stride>
LOCKSTEP_INLINE void sum_blocks(Cut product, const float* a, const float* b, const std::int32_t* a_exponent,
                                const std::int32_t* b_exponent, const std::uint8_t* a_scale,
                                const std::int32_t* b_scale, int first, WideGroup<V, Dim>& group) {
  constexpr int kBlocks = kOperandScales / Dim;
  StripInts<V> scale[kBlocks], exponent = StripInts<V>{} + kNone;
  for (int block = 0; block < kBlocks; ++block) {
    StripInts<V> largest = StripInts<V>{} + kLowest;
    for (int k = block * kScaleBlock + first; k < (block + 1) * kScaleBlock; k += Stride) {
      const StripInts<V> of_product = a_exponent[k] + load<StripInts<V>>(b_exponent + k * Dim);
      largest = of_product > largest ? of_product : largest;
    }
    scale[block] = load<StripInts<V>>(b_scale + block * Dim) + (a_scale[block] - 254);
    // An all-zero block falls below kNone, where the maximum starts.
    const StripInts<V> scaled =
        largest + scale[block] + (largest > kLowest ? StripInts<V>{} : StripInts<V>{} + 2 * kNone);
    exponent = scaled > exponent ? scaled : exponent;
  }
  for (int block = 0; block < kBlocks; ++block) {
    StripInts<V> unit_exponent = product.fraction_bits - exponent + scale[block];
    unit_exponent = unit_exponent > kNegligible ? unit_exponent : StripInts<V>{} + kNegligible;
    unit_exponent = unit_exponent < 127 ? unit_exponent : StripInts<V>{} + 127;  // the block is all zeros
    const auto unit = std::bit_cast<StripFloats<V>>((unit_exponent + 127) << 23);
    StripInts<V> sum{};
    for (int k = block * kScaleBlock + first; k < (block + 1) * kScaleBlock; k += Stride)
      sum += cut_products<V>(product, a[k] * load<StripFloats<V>>(b + k * Dim) * unit);
    store(group.sum[block], sum);
  }
  store(group.exponent, exponent);
}

template <typename V, int Dim>
LOCKSTEP_INLINE Dot<V> dot_of(const Facts& facts, const WideGroup<V, Dim>& group, int at) {
  Doubles<V> sum{};
  for (const auto& of_block : group.sum) sum += convert<Doubles<V>>(load<Ints<V>>(of_block + at));
  return {sum * power_of_two(-facts.product.fraction_bits), load<Ints<V>>(group.exponent + at)};
}

/// All products of one row with a strip of columns.
template <typename V, int Dim>
LOCKSTEP_INLINE void add_all(const Facts& facts, const Tile<Dim>& tile, int row, int column,
                             const std::uint8_t* a_scale, const float* specials, float* acc) {
  constexpr int kK = kOperandElements / Dim;
  const float* a = tile.a + row * kK;
  const float* b = tile.b + column;
  const std::int32_t* a_exponent = tile.a_exponent + row * kK;
  const std::int32_t* b_exponent = tile.b_exponent + column;
  const std::int32_t* b_scale = tile.b_scale + column;
  WideGroup<V, Dim> even, odd;
  if (facts.parity_split) {
    sum_blocks<V, Dim, 2>(facts.product, a, b, a_exponent, b_exponent, a_scale, b_scale, 0, even);
    sum_blocks<V, Dim, 2>(facts.product, a, b, a_exponent, b_exponent, a_scale, b_scale, 1, odd);
  } else {
    sum_blocks<V, Dim, 1>(facts.product, a, b, a_exponent, b_exponent, a_scale, b_scale, 0, even);
  }
  for (int j = 0; j < V::kStrip; j += V::kHalf) {
    Dot<V> dot = dot_of<V, Dim>(facts, even, j);
    if (facts.parity_split) dot = merge<V>(facts, dot, dot_of<V, Dim>(facts, odd, j));
    store(acc + j, add_accumulator<V>(facts, dot, load<Floats<V>>(acc + j), load<Floats<V>>(specials + j)));
  }
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
      alignas(64) float specials[Dim] = {};
      if (look) sum_specials(kInfinity, shape, plain_a, plain_b, row, begin, begin + facts.step, specials);
      for (int j = 0; j < Dim; j += V::kStrip)
        add_step<V, Dim>(facts, tile, row, j, begin, 127, specials + j, sums + row * Dim + j);
    }
    if ((begin + facts.step) % kScaleBlock != 0) continue;
    for (int i = 0; i < Dim * Dim; i += V::kHalf) {
      const Doubles<V> scale =
          row_scales[i / Dim * kBlocks + block] * load<Doubles<V>>(column_scales + block * Dim + i % Dim);
      const Floats<V> scaled = convert<Floats<V>>(convert<Doubles<V>>(load<Floats<V>>(sums + i)) * scale);
      store(acc + i, load<Floats<V>>(acc + i) + scaled);
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
      alignas(64) float specials[Dim] = {};
      for (int k = begin; k < begin + step; k += std::min(step, kScaleBlock)) {
        const int scale = a_scale[k / kScaleBlock];
        if (scale == 0xFF || largest_b_scale == 0xFF || scale + largest_b_scale >= look_from)
          sum_specials(limit, shape, a, b, row, k, k + std::min(step, kScaleBlock), specials);
      }
      for (int j = 0; j < Dim; j += V::kStrip) {
        float* at = acc + row * Dim + j;
        if (facts.step == 0)
          add_all<V, Dim>(facts, tile, row, j, a_scale, specials + j, at);
        else
          add_step<V, Dim>(facts, tile, row, j, begin, a_scale[begin / kScaleBlock], specials + j, at);
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
