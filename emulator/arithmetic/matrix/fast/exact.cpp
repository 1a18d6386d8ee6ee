// Summation::exact over whole tiles. The products of a block are summed in floats, in doubles or in pairs of
// doubles, whichever hold every bit of the sum.
#include "emulator/arithmetic/matrix/fast/decode_codes.hpp"
#include "emulator/arithmetic/matrix/fast/exact_tile.hpp"
#include "emulator/arithmetic/matrix/fast/kernels.hpp"

namespace lockstep::matrix {
namespace {

constexpr int kRowsInFlight = 4;

/// Sums the products of a block for each row: sums[row]; pointers are at the first element.
template <Shape kShape, typename Vector, typename Element>
LOCKSTEP_INLINE void sum_products(const Element* a, const Element* b, Vector* sums) {
  for (int i = 0; i < kRowsInFlight; ++i) sums[i] = Vector{};
  for (int k = 0; k < kShape.block_k(); ++k) {
    const auto column = load<Vector>(b + k * kShape.n);
    for (int i = 0; i < kRowsInFlight; ++i) sums[i] += a[i * kShape.k + k] * column;
  }
}

template <typename V, Shape kShape>
struct FloatBlocks {
  static constexpr int kParts = 1, kRows = kRowsInFlight, kK = kShape.k, kElements = kShape.elements();
  bool exact = true;
  double unit = 1;
  alignas(64) float rows[kElements];
  alignas(64) float columns[kElements];

  LOCKSTEP_INLINE void sum(int row, int column, int block, WideFloats<V> (*sums)[1]) const {
    const int k = block * kScaleBlock;
    StripFloats<V> strips[kRows];
    sum_products<kShape>(rows + row * kK + k, columns + k * kShape.n + column, strips);
    for (int i = 0; i < kRows; ++i) sums[i][0] = widen<V>(strips[i]);
  }
};

template <typename V, Shape kShape>
struct DoubleBlocks {
  static constexpr int kParts = 1, kRows = kRowsInFlight, kK = kShape.k, kElements = kShape.elements();
  bool exact;
  double unit = 1;
  alignas(64) double rows[kElements];
  alignas(64) double columns[kElements];

  LOCKSTEP_INLINE void sum(int row, int column, int block, WideFloats<V> (*sums)[1]) const {
    const int k = block * kScaleBlock;
    for (int h = 0; h < 2; ++h) {
      Doubles<V> of_half[kRows];
      sum_products<kShape>(rows + row * kK + k, columns + k * kShape.n + column + h * V::kHalf, of_half);
      for (int i = 0; i < kRows; ++i) sums[i][0][h] = of_half[i];
    }
  }
};

/// Sums in two parts, the integers and the fractions of each row. Of e5m2 each part has 16 bits, so that a
/// sum of 32 of its products with any operand, of 32 bits at most, fits a double.
template <typename V, Shape kShape>
struct PairBlocks {
  static constexpr int kParts = 2, kRows = kRowsInFlight, kK = kShape.k, kElements = kShape.elements();
  bool exact = true;
  double unit = 1;
  alignas(64) double whole[kElements];
  alignas(64) double broken[kElements];
  alignas(64) double columns[kElements];

  LOCKSTEP_INLINE void split_rows() {
    for (int i = 0; i < kElements; ++i) {
      const double value = whole[i];
      whole[i] = double(std::int32_t(value));
      broken[i] = value - whole[i];
    }
  }
  LOCKSTEP_INLINE void sum(int row, int column, int block, WideFloats<V> (*sums)[2]) const {
    const int k = block * kScaleBlock;
    for (int h = 0; h < 2; ++h) {
      const double* b = columns + k * kShape.n + column + h * V::kHalf;
      Doubles<V> of_whole[kRows], of_broken[kRows];
      sum_products<kShape>(whole + row * kK + k, b, of_whole);
      sum_products<kShape>(broken + row * kK + k, b, of_broken);
      for (int i = 0; i < kRows; ++i) {
        sums[i][0][h] = of_whole[i];
        sums[i][1][h] = of_broken[i];
      }
    }
  }
};

template <typename V, Shape kShape>
LOCKSTEP_INLINE void multiply_tile(const Facts&, const Operand& a, const Operand& b, const float* c,
                                   float* d) {
  const int bits = block_bits(*a.format, *b.format);
  if (bits <= kFloatBits) {
    FloatBlocks<V, kShape> blocks;
    decode_operands<kShape>(a, b, blocks.rows, blocks.columns);
    multiply_blocks<V, kShape>(a, b, blocks, c, d);
  } else if (bits <= kDoubleBits || any_special(a, kShape.elements()) || any_special(b, kShape.elements())) {
    DoubleBlocks<V, kShape> blocks;
    blocks.exact = bits <= kDoubleBits;
    decode_operands<kShape>(a, b, blocks.rows, blocks.columns);
    multiply_blocks<V, kShape>(a, b, blocks, c, d);
  } else {
    PairBlocks<V, kShape> blocks;
    decode_operands<kShape>(a, b, blocks.whole, blocks.columns);
    blocks.split_rows();
    multiply_blocks<V, kShape>(a, b, blocks, c, d);
  }
}

}  // namespace

LOCKSTEP_KERNEL(multiply_exact, multiply_tile)

}  // namespace lockstep::matrix
