// Summation::fused over whole tiles: a block's products and the accumulator are cut under their common
// largest exponent.
#include "emulator/arithmetic/matrix/fast/dot_lanes.hpp"
#include "emulator/arithmetic/matrix/fast/kernels.hpp"
#include "emulator/arithmetic/matrix/fast/tile.hpp"

namespace lockstep::matrix {
namespace {

/// Sums the products of a block, from k = begin on, cut toward zero in units of 2^(exponent - bits). At most
/// sixteen are summed in 32 bits: each is below 3.6 * 2^25.
template <typename V, Shape kShape>
LOCKSTEP_INLINE void sum_block(const float* a, const float* b, int begin, const StripFloats<V>& unit,
                               std::int32_t (*sums)[V::kStrip]) {
  for (int half = 0; half < kShape.block_k() / 16; ++half) {
    StripInts<V> sum{};
    for (int k = begin + half * 16; k < begin + half * 16 + 16; ++k)
      sum += convert<StripInts<V>>(a[k] * load<StripFloats<V>>(b + k * kShape.n) * unit);
    store(sums[half], sum);
  }
}

/// Adds one block of one row to a strip of columns.
template <typename V, Shape kShape>
struct FusedBlock {
  const Facts& facts;
  const Tile<kShape>& tile;
  const std::uint8_t* a_scales;

  LOCKSTEP_INLINE void operator()(int row, int column, int begin, const float* specials, float* acc) const {
    constexpr int kK = kShape.k;
    const int bits = facts.product.fraction_bits;
    const float* a = tile.a + row * kK;
    const std::int32_t* a_exponent = tile.a_exponent + row * kK;

    StripInts<V> products = StripInts<V>{} + kNone;
    for (int k = begin; k < begin + kShape.block_k(); ++k) {
      const StripInts<V> exponent =
          a_exponent[k] + load<StripInts<V>>(tile.b_exponent + k * kShape.n + column);
      products = exponent > products ? exponent : products;
    }
    const StripInts<V> scale = scale_exponents<V>(tile, a_scales, row, column, begin);
    const auto acc_bits = load<StripInts<V>>(acc);
    const StripInts<V> field = acc_bits >> 23 & 0xFF;
    const StripInts<V> of_acc = field > 1 ? field - 127 : StripInts<V>{} + formats::float32.emin();
    StripInts<V> largest = (acc_bits & 0x7FFFFFFF) != 0 ? of_acc : StripInts<V>{} + facts.zero_exponent;
    const StripInts<V> of_products = products + scale;
    largest = of_products > largest ? of_products : largest;

    StripInts<V> unit = bits - largest + scale;
    unit = unit > kNegligible ? unit : StripInts<V>{} + kNegligible;
    unit = unit < 127 ? unit : StripInts<V>{} + 127;  // all products are zero
    alignas(64) std::int32_t sums[2][V::kStrip] = {};
    sum_block<V, kShape>(a, tile.b + column, begin, std::bit_cast<StripFloats<V>>((unit + 127) << 23), sums);

    const auto old = load<StripFloats<V>>(acc);
    const WideFloats<V> c = times_power<V>(widen<V>(old), bits - largest);
    const WideFloats<V> low = widen_to_doubles<V>(load<StripInts<V>>(sums[0]));
    const WideFloats<V> high = widen_to_doubles<V>(load<StripInts<V>>(sums[1]));
    WideFloats<V> total;
    for (std::size_t h = 0; h < 2; ++h) total[h] = low[h] + high[h] + cut<V>(c[h], Toward::zero);
    total = times_power<V>(total, largest - bits);
    std::array<Ints<V>, 2> rounded;
    for (std::size_t h = 0; h < 2; ++h) rounded[h] = finish<V>(facts, formats::float32, total[h]);
    put<V>(field == 0xFF ? old : std::bit_cast<StripFloats<V>>(rounded), specials, acc);
  }
};

template <typename V, Shape kShape>
LOCKSTEP_INLINE void multiply_tile(const Facts& facts, const Operand& a, const Operand& b, const float* c,
                                   float* d) {
  Tile<kShape> tile;
  decode_tile<kShape>(a, b, tile);
  const SpecialProducts special(kShape, a, b, kInfinity);
  multiply_steps<V, kShape>(special, kShape.block_k(), FusedBlock<V, kShape>{facts, tile, a.scales}, c, d);
}

}  // namespace

LOCKSTEP_KERNEL(multiply_fused, multiply_tile)

}  // namespace lockstep::matrix
