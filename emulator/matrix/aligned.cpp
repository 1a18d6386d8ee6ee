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
  for (int k = begin; k < end; k += Stride) {
    const StripFloats<V> term = a[k] * load<StripFloats<V>>(b + k * Dim) * unit;
    const auto truncated = convert<StripInts<V>>(term);
    sum += truncated;
    if (product.toward == Toward::minus_infinity)
      sum += convert<StripFloats<V>>(truncated) > term;  // true is -1
  }
  store(group.sum, sum);
  store(group.exponent, largest);
}

/// value * 2^exponent is the sum of a step's products before scaling.
template <typename V>
struct Dot {
  Doubles<V> value;
  Ints<V> exponent;
};

template <typename V>
LOCKSTEP_INLINE void merge(const Facts& facts, const Group<V>& even, const Group<V>& odd, int at,
                           Dot<V>& dot) {
  const auto even_exponent = load<Ints<V>>(even.exponent + at);
  const auto odd_exponent = load<Ints<V>>(odd.exponent + at);
  dot.exponent = larger<V>(even_exponent, odd_exponent);
  const int unit = facts.merge.fraction_bits - facts.product.fraction_bits;
  const Doubles<V> even_part = convert<Doubles<V>>(load<Ints<V>>(even.sum + at)) *
                               power_of_two<V>(even_exponent - dot.exponent + unit);
  const Doubles<V> odd_part =
      convert<Doubles<V>>(load<Ints<V>>(odd.sum + at)) * power_of_two<V>(odd_exponent - dot.exponent + unit);
  dot.value = (cut<V>(even_part, facts.merge.toward) + cut<V>(odd_part, facts.merge.toward)) *
              power_of_two(-facts.merge.fraction_bits);
}

/// Adds acc to the scaled dot. `special`: the sum of the step's infinite and NaN products, 0 without any.
template <typename V>
LOCKSTEP_INLINE Floats<V> add_accumulator(const Facts& facts, const Dot<V>& dot, const Ints<V>& scale,
                                          const Floats<V>& acc, const Floats<V>& special) {
  const Ints<V> dot_exponent = dot.exponent == kLowest ? Ints<V>{} + kNone : dot.exponent + scale;
  const Ints<V> field = (std::bit_cast<Ints<V>>(acc) >> 23) & 0xFF;
  const Ints<V> acc_exponent = larger<V>(field - 127, Ints<V>{} + kMinExponent);
  const Ints<V> exponent = larger<V>(dot_exponent, acc_exponent);
  const Cut& normalised = facts.normalised;

  const Doubles<V> x = cut<V>(dot.value * power_of_two<V>(dot_exponent - exponent + facts.dot.fraction_bits),
                              facts.dot.toward);
  const Ints<V> behind = larger<V>(acc_exponent - exponent, Ints<V>{} - kTooFar);
  const Doubles<V> significand = convert<Doubles<V>>(acc) * power_of_two<V>(-acc_exponent);
  const Doubles<V> y = cut<V>(significand * power_of_two<V>(behind + facts.accumulator.fraction_bits),
                              facts.accumulator.toward);
  const Doubles<V> kept = convert<Longs<V>>(behind < -facts.accumulator_window) ? Doubles<V>{} : y;
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
    Dot<V> dot;
    if (facts.parity_split)
      merge<V>(facts, even, odd, j, dot);
    else
      dot = {convert<Doubles<V>>(load<Ints<V>>(even.sum + j)) * power_of_two(-facts.product.fraction_bits),
             load<Ints<V>>(even.exponent + j)};
    const Ints<V> scale = load<Ints<V>>(b_scale + j) + (a_scale - 254);
    store(acc + j,
          add_accumulator<V>(facts, dot, scale, load<Floats<V>>(acc + j), load<Floats<V>>(specials + j)));
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

  for (int row = 0; row < Dim; ++row) {
    alignas(64) float acc[Dim];
    std::memcpy(acc, c + row * Dim, sizeof acc);
    for (int block = 0; block < kBlocks; ++block) {
      alignas(64) float sum[Dim] = {};
      for (int begin = block * kScaleBlock; begin < (block + 1) * kScaleBlock; begin += facts.step) {
        alignas(64) float specials[Dim] = {};
        if (look) sum_specials(kInfinity, shape, plain_a, plain_b, row, begin, begin + facts.step, specials);
        for (int j = 0; j < Dim; j += V::kStrip)
          add_step<V, Dim>(facts, tile, row, j, begin, 127, specials + j, sum + j);
      }
      for (int j = 0; j < Dim; j += V::kHalf) {
        const Doubles<V> scale =
            row_scales[row * kBlocks + block] * load<Doubles<V>>(column_scales + block * Dim + j);
        const Floats<V> scaled = convert<Floats<V>>(convert<Doubles<V>>(load<Floats<V>>(sum + j)) * scale);
        store(acc + j, load<Floats<V>>(acc + j) + scaled);
      }
    }
    for (int j = 0; j < Dim; ++j) d[row * Dim + j] = acc[j] == acc[j] ? acc[j] : kNaN;
  }
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

  for (int row = 0; row < Dim; ++row) {
    alignas(64) float acc[Dim];
    std::memcpy(acc, c + row * Dim, sizeof acc);
    for (int begin = 0; begin < kK; begin += facts.step) {
      const int a_scale = a.scales[row * kBlocks + begin / kScaleBlock];
      alignas(64) float specials[Dim] = {};
      if (a_scale == 0xFF || largest_b_scale == 0xFF || a_scale + largest_b_scale >= look_from)
        sum_specials(limit, shape, a, b, row, begin, begin + facts.step, specials);
      for (int j = 0; j < Dim; j += V::kStrip)
        add_step<V, Dim>(facts, tile, row, j, begin, a_scale, specials + j, acc + j);
    }
    for (int j = 0; j < Dim; ++j) d[row * Dim + j] = acc[j] == acc[j] ? acc[j] : kNaN;
  }
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
