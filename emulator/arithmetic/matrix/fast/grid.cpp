// Summation::grid of gfx12 over whole tiles: pairs of products are floored to their own grid, then pairs and
// accumulator to the coarsest grid. Flooring an integer to a coarser grid is an arithmetic shift, so
// everything is done in 32 bits.
#include "emulator/arithmetic/matrix/fast/kernels.hpp"
#include "emulator/arithmetic/matrix/fast/tile.hpp"

namespace lockstep::matrix {
namespace {

constexpr int kStep = 4;          // products per step, in two pairs
constexpr int kProductBits = 24;  // a pair's grid is that far below its larger product
constexpr int kAccBits = 26;      // grid below the accumulator's leading bit
constexpr int kMinExponent = -126;
constexpr int kMantissaBits = 23;
constexpr int kMaxShift = 31;  // all values are below 2^27

/// The sum of two products in units of 2^(exponent - kProductBits), before scaling.
template <typename V>
struct Pair {
  StripInts<V> sum;
  // Far below any other exponent when both are zero.
  StripInts<V> exponent;
};

/// value >> distance, for distances that are not negative.
template <typename V>
LOCKSTEP_INLINE StripInts<V> shift_down(const StripInts<V>& value, const StripInts<V>& distance) {
  return value >> at_most<V>(distance, kMaxShift);
}

/// Adds the products of k and k + 1; pointers are at the row's and the strip's k.
template <typename V, Shape kShape>
LOCKSTEP_INLINE Pair<V> pair_of(const float* a, const float* b, const std::int32_t* a_exponent,
                                const std::int32_t* b_exponent) {
  StripInts<V> exponent[2], product[2];
  for (int k = 0; k < 2; ++k) {
    exponent[k] = a_exponent[k] + load<StripInts<V>>(b_exponent + k * kShape.n);
    product[k] = convert<StripInts<V>>(a[k] * load<StripFloats<V>>(b + k * kShape.n));
  }
  const StripInts<V> largest = exponent[0] > exponent[1] ? exponent[0] : exponent[1];
  return {shift_down<V>(product[0], largest - exponent[0]) + shift_down<V>(product[1], largest - exponent[1]),
          largest};
}

/// acc in units of 2^grid, from its bit pattern.
template <typename V>
LOCKSTEP_INLINE StripInts<V> on_grid(const StripInts<V>& acc, const StripInts<V>& acc_exponent,
                                     const StripInts<V>& grid) {
  const StripInts<V> hidden = at_most<V>(acc >> kMantissaBits & 0xFF, 1) << kMantissaBits;
  const StripInts<V> magnitude = ((acc & ((1 << kMantissaBits) - 1)) | hidden) << (kAccBits - kMantissaBits);
  const StripInts<V> sign = acc >> 31;
  const StripInts<V> distance = grid - acc_exponent + kAccBits;
  // All ones unless the grid is above the smallest exponent and nothing is left of the magnitude.
  const StripInts<V> stays = -shift_down<V>(magnitude, distance) >> 31 | (grid - kMinExponent - 1) >> 31;
  return shift_down<V>((magnitude ^ sign) - sign, distance) & stays;
}

/// Adds one step of one row to a strip of columns.
template <typename V, Shape kShape>
struct GridStep {
  const Tile<kShape>& tile;
  const std::uint8_t* a_scales;

  LOCKSTEP_INLINE void operator()(int row, int column, int begin, const float* specials, float* acc) const {
    constexpr int kK = kShape.k;
    const float* a = tile.a + row * kK + begin;
    const float* b = tile.b + begin * kShape.n + column;
    const std::int32_t* a_exponent = tile.a_exponent + row * kK + begin;
    const std::int32_t* b_exponent = tile.b_exponent + begin * kShape.n + column;
    const Pair<V> low = pair_of<V, kShape>(a, b, a_exponent, b_exponent);
    const Pair<V> high =
        pair_of<V, kShape>(a + 2, b + 2 * kShape.n, a_exponent + 2, b_exponent + 2 * kShape.n);

    const StripInts<V> scale = scale_exponents<V>(tile, a_scales, row, column, begin);
    const StripInts<V> products = low.exponent > high.exponent ? low.exponent : high.exponent;
    const auto old = load<StripFloats<V>>(acc);
    const auto c = std::bit_cast<StripInts<V>>(old);
    const StripInts<V> field = c >> kMantissaBits & 0xFF;
    const StripInts<V> of_acc = at_least<V>(field, 1) - 127;
    const StripInts<V> of_products = products + scale - kProductBits;
    StripInts<V> grid = of_acc - kAccBits;
    grid = of_products > grid ? of_products : grid;

    const StripInts<V> distance = grid - scale + kProductBits;
    const StripInts<V> total = shift_down<V>(low.sum, distance - low.exponent) +
                               shift_down<V>(high.sum, distance - high.exponent) +
                               on_grid<V>(c, of_acc, grid);
    // Adding +0 turns a negative result that vanished into +0.
    const StripFloats<V> rounded = narrow<V>(times_power<V>(widen_to_doubles<V>(total), grid)) + 0.0F;
    put<V>(field == 0xFF ? old : rounded, specials, acc);
  }
};

template <typename V, Shape kShape>
LOCKSTEP_INLINE void multiply_tile(const Facts&, const Operand& a, const Operand& b, const float* c,
                                   float* d) {
  Tile<kShape> tile;
  decode_tile<kShape, Part::significand>(a, b, tile);
  // Scales products of significands to units of 2^-kProductBits.
  const auto unit = float(1 << (kProductBits - a.format->mantissa_bits - b.format->mantissa_bits));
  for (float& significand : tile.a) significand *= unit;
  const SpecialProducts special(kShape, a, b, kInfinity);
  multiply_steps<V, kShape>(special, kStep, GridStep<V, kShape>{tile, a.scales}, c, d);
}

}  // namespace

LOCKSTEP_KERNEL(multiply_grid, multiply_tile)

}  // namespace lockstep::matrix
