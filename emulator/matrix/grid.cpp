// Summation::grid of gfx12: pairs of products are floored to their own grid, then pairs and accumulator to
// the coarsest one. A floor of an integer to a coarser grid is an arithmetic shift, so all is done in 32
// bits.
#include <algorithm>

#include "emulator/matrix/tile.hpp"

namespace lockstep::matrix {
namespace {

constexpr int kStep = 4;          // products per step, in two pairs
constexpr int kProductBits = 24;  // of a pair's grid below its larger product
constexpr int kAccBits = 26;      // of the grid below the accumulator's leading bit
constexpr int kMinExponent = -126;
constexpr int kMantissaBits = 23;
constexpr int kMaxShift = 31;  // all values are below 2^27

/// The sum of two products in units of 2^(exponent - kProductBits), before scaling.
template <typename V>
struct Pair {
  StripInts<V> sum;
  StripInts<V> exponent;  // kLowest when both are zero
};

template <typename V>
LOCKSTEP_INLINE StripInts<V> floor_of(const StripFloats<V>& v) {
  const auto truncated = convert<StripInts<V>>(v);
  return truncated + (convert<StripFloats<V>>(truncated) > v);  // true is -1
}

template <typename V>
LOCKSTEP_INLINE StripInts<V> shift_of(const StripInts<V>& distance) {
  const StripInts<V> positive = distance > 0 ? distance : StripInts<V>{};
  return positive < kMaxShift ? positive : StripInts<V>{} + kMaxShift;
}

/// Products of k and k + 1; pointers at the row's and the strip's k.
template <typename V, int Dim>
LOCKSTEP_INLINE Pair<V> pair_of(const float* a, const float* b, const std::int32_t* a_exponent,
                                const std::int32_t* b_exponent) {
  const StripInts<V> first = a_exponent[0] + load<StripInts<V>>(b_exponent);
  const StripInts<V> second = a_exponent[1] + load<StripInts<V>>(b_exponent + Dim);
  StripInts<V> largest = first > second ? first : second;
  largest = largest > kLowest ? largest : StripInts<V>{} + kLowest;
  const auto unit = std::bit_cast<StripFloats<V>>((kProductBits + 127 - largest) << kMantissaBits);
  return {floor_of<V>(a[0] * load<StripFloats<V>>(b) * unit) +
              floor_of<V>(a[1] * load<StripFloats<V>>(b + Dim) * unit),
          largest};
}

/// acc in units of 2^grid.
template <typename V>
LOCKSTEP_INLINE StripInts<V> on_grid(const StripInts<V>& acc, const StripInts<V>& acc_exponent,
                                     const StripInts<V>& grid) {
  const StripInts<V> fraction = acc & ((1 << kMantissaBits) - 1);
  const StripInts<V> hidden =
      (acc & 0x7F800000) != 0 ? StripInts<V>{} + (1 << kMantissaBits) : StripInts<V>{};
  const StripInts<V> magnitude = (fraction | hidden) << (kAccBits - kMantissaBits);
  const StripInts<V> shift = shift_of<V>(grid - acc_exponent + kAccBits);
  const StripInts<V> units = (acc < 0 ? -magnitude : magnitude) >> shift;
  const StripInts<V> kept = grid > kMinExponent ? magnitude >> shift : StripInts<V>{} + 1;
  return kept == 0 ? StripInts<V>{} : units;
}

/// One step of one row against a strip of columns.
template <typename V, int Dim>
LOCKSTEP_INLINE void add_step(const Tile<Dim>& tile, int row, int column, int begin, int a_scale,
                              const float* specials, float* acc) {
  constexpr int kK = kOperandElements / Dim;
  const float* a = tile.a + row * kK + begin;
  const float* b = tile.b + begin * Dim + column;
  const std::int32_t* a_exponent = tile.a_exponent + row * kK + begin;
  const std::int32_t* b_exponent = tile.b_exponent + begin * Dim + column;
  const Pair<V> low = pair_of<V, Dim>(a, b, a_exponent, b_exponent);
  const Pair<V> high = pair_of<V, Dim>(a + 2, b + 2 * Dim, a_exponent + 2, b_exponent + 2 * Dim);

  const StripInts<V> scale =
      load<StripInts<V>>(tile.b_scale + begin / kScaleBlock * Dim + column) + (a_scale - 254);
  const StripInts<V> products = low.exponent > high.exponent ? low.exponent : high.exponent;
  const auto c = load<StripInts<V>>(acc);
  const StripInts<V> field = c >> kMantissaBits & 0xFF;
  const StripInts<V> of_acc = field > 1 ? field - 127 : StripInts<V>{} + kMinExponent;
  const StripInts<V> of_products =
      products == kLowest ? StripInts<V>{} + kNone : products + scale - kProductBits;
  StripInts<V> grid = of_acc - kAccBits;
  grid = of_products > grid ? of_products : grid;

  const StripInts<V> distance = grid - scale + kProductBits;
  const StripInts<V> total = (low.sum >> shift_of<V>(distance - low.exponent)) +
                             (high.sum >> shift_of<V>(distance - high.exponent)) +
                             on_grid<V>(c, of_acc, grid);

  alignas(64) std::int32_t totals[V::kStrip], grids[V::kStrip];
  store(totals, total);
  store(grids, grid);
  for (int j = 0; j < V::kStrip; j += V::kHalf) {
    const auto rounded = convert<Floats<V>>(convert<Doubles<V>>(load<Ints<V>>(totals + j)) *
                                            power_of_two<V>(load<Ints<V>>(grids + j)));
    const auto old = load<Floats<V>>(acc + j);
    const Ints<V> old_field = std::bit_cast<Ints<V>>(old) >> kMantissaBits & 0xFF;
    const Floats<V> special = load<Floats<V>>(specials + j) + (old_field == 0xFF ? old : Floats<V>{});
    // Adding +0 makes a negative result that vanished +0.
    store(acc + j, special != 0 ? special : rounded + 0.0F);
  }
}

template <typename V, int Dim>
LOCKSTEP_INLINE void multiply_tile(Shape shape, const Operand& a, const Operand& b, const float* c,
                                   float* d) {
  constexpr int kK = kOperandElements / Dim;
  constexpr int kBlocks = kOperandScales / Dim;
  Tile<Dim> tile;
  decode_tile<Dim>(a, b, tile);
  const bool look = any_special(a) || any_special(b) ||
                    std::count(a.scales, a.scales + kOperandScales, 0xFF) != 0 ||
                    std::count(b.scales, b.scales + kOperandScales, 0xFF) != 0;
  alignas(64) float acc[Dim * Dim];
  std::memcpy(acc, c, sizeof acc);
  // Rows inside steps: a row's next step has to wait for its last, another row's has not.
  for (int begin = 0; begin < kK; begin += kStep)
    for (int row = 0; row < Dim; ++row) {
      const int a_scale = a.scales[row * kBlocks + begin / kScaleBlock];
      alignas(64) float specials[Dim] = {};
      if (look) sum_specials(kInfinity, shape, a, b, row, begin, begin + kStep, specials);
      for (int j = 0; j < Dim; j += V::kStrip)
        add_step<V, Dim>(tile, row, j, begin, a_scale, specials + j, acc + row * Dim + j);
    }
  for (int i = 0; i < Dim * Dim; ++i) d[i] = acc[i] == acc[i] ? acc[i] : kNaN;
}

template <typename V>
LOCKSTEP_INLINE void multiply_shape(const Facts&, Shape shape, const Operand& a, const Operand& b,
                                    const float* c, float* d) {
  if (shape == k16x16x128) return multiply_tile<V, 16>(shape, a, b, c, d);
  return multiply_tile<V, 32>(shape, a, b, c, d);
}

}  // namespace

LOCKSTEP_KERNEL(multiply_grid, multiply_shape)

}  // namespace lockstep::matrix
