// Summation::fused: a block's products and the accumulator are cut under the one largest exponent of all.
#include "emulator/matrix/dot_lanes.hpp"
#include "emulator/matrix/tile.hpp"

namespace lockstep::matrix {
namespace {

/// Sums of the products of k = begin ... begin + 31, cut toward zero in units of 2^(exponent - bits). Sixteen
/// at most are summed in 32 bits: each is below 3.6 * 2^25.
template <typename V, int Dim>
LOCKSTEP_INLINE void sum_block(const float* a, const float* b, int begin, const StripFloats<V>& unit,
                               std::int32_t (*sums)[V::kStrip]) {
  for (int half = 0; half < 2; ++half) {
    StripInts<V> sum{};
    for (int k = begin + half * 16; k < begin + half * 16 + 16; ++k)
      sum += convert<StripInts<V>>(a[k] * load<StripFloats<V>>(b + k * Dim) * unit);
    store(sums[half], sum);
  }
}

/// One block of one row against a strip of columns.
template <typename V, int Dim>
LOCKSTEP_INLINE void add_block(const Facts& facts, const Tile<Dim>& tile, int row, int column, int begin,
                               int a_scale, const float* specials, float* acc) {
  constexpr int kK = kOperandElements / Dim;
  const int bits = facts.product.fraction_bits;
  const float* a = tile.a + row * kK;
  const std::int32_t* a_exponent = tile.a_exponent + row * kK;

  StripInts<V> products = StripInts<V>{} + kLowest;
  for (int k = begin; k < begin + kScaleBlock; ++k) {
    const StripInts<V> exponent = a_exponent[k] + load<StripInts<V>>(tile.b_exponent + k * Dim + column);
    products = exponent > products ? exponent : products;
  }
  const StripInts<V> scale =
      load<StripInts<V>>(tile.b_scale + begin / kScaleBlock * Dim + column) + (a_scale - 254);
  const auto acc_bits = load<StripInts<V>>(acc);
  const StripInts<V> field = acc_bits >> 23 & 0xFF;
  const StripInts<V> of_acc = field > 1 ? field - 127 : StripInts<V>{} + formats::float32.emin();
  StripInts<V> largest = (acc_bits & 0x7FFFFFFF) != 0 ? of_acc : StripInts<V>{} + facts.zero_exponent;
  const StripInts<V> of_products = products == kLowest ? StripInts<V>{} + kNoTerm : products + scale;
  largest = of_products > largest ? of_products : largest;

  StripInts<V> unit = bits - largest + scale;
  unit = unit > kNegligible ? unit : StripInts<V>{} + kNegligible;
  unit = unit < 127 ? unit : StripInts<V>{} + 127;  // all products are zero
  alignas(64) std::int32_t sums[2][V::kStrip];
  sum_block<V, Dim>(a, tile.b + column, begin, std::bit_cast<StripFloats<V>>((unit + 127) << 23), sums);

  alignas(64) std::int32_t exponents[V::kStrip];
  store(exponents, largest);
  for (int j = 0; j < V::kStrip; j += V::kHalf) {
    const auto exponent = load<Ints<V>>(exponents + j);
    const auto c = load<Floats<V>>(acc + j);
    const Doubles<V> of_c = cut<V>(convert<Doubles<V>>(c) * power_of_two<V>(bits - exponent), Toward::zero);
    const Doubles<V> total = convert<Doubles<V>>(load<Ints<V>>(sums[0] + j)) +
                             convert<Doubles<V>>(load<Ints<V>>(sums[1] + j)) + of_c;
    const auto rounded = std::bit_cast<Floats<V>>(
        finish<V>(facts, formats::float32, total * power_of_two<V>(exponent - bits)));
    const Ints<V> c_field = std::bit_cast<Ints<V>>(c) >> 23 & 0xFF;
    const Floats<V> special = load<Floats<V>>(specials + j) + (c_field == 0xFF ? c : Floats<V>{});
    store(acc + j, special != 0 ? special : rounded);
  }
}

template <typename V, int Dim>
LOCKSTEP_INLINE void multiply_tile(const Facts& facts, Shape shape, const Operand& a, const Operand& b,
                                   const float* c, float* d) {
  constexpr int kBlocks = kOperandScales / Dim;
  Tile<Dim> tile;
  decode_tile<Dim>(a, b, tile);
  const bool look = any_special(a) || any_special(b) ||
                    std::count(a.scales, a.scales + kOperandScales, 0xFF) != 0 ||
                    std::count(b.scales, b.scales + kOperandScales, 0xFF) != 0;
  alignas(64) float acc[Dim * Dim];
  std::memcpy(acc, c, sizeof acc);
  for (int block = 0; block < kBlocks; ++block)
    for (int row = 0; row < Dim; ++row) {
      const int begin = block * kScaleBlock;
      const int a_scale = a.scales[row * kBlocks + block];
      alignas(64) float specials[Dim] = {};
      if (look) sum_specials(kInfinity, shape, a, b, row, begin, begin + kScaleBlock, specials);
      for (int j = 0; j < Dim; j += V::kStrip)
        add_block<V, Dim>(facts, tile, row, j, begin, a_scale, specials + j, acc + row * Dim + j);
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

LOCKSTEP_KERNEL(multiply_fused, multiply_shape)

}  // namespace lockstep::matrix
