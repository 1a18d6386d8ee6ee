// Summation::exact. The products of a block are summed in floats, in doubles or in pairs of doubles, whatever
// holds every bit of such a sum.
#include "emulator/matrix/decode_codes.hpp"
#include "emulator/matrix/exact_tile.hpp"

namespace lockstep::matrix {
namespace {

constexpr int kRowsInFlight = 4;

/// sums[row] = products of a block's rows and columns; pointers are at their first element.
template <int kK, int Dim, typename Vector, typename Element>
LOCKSTEP_INLINE void sum_products(const Element* a, const Element* b, Vector* sums) {
  for (int i = 0; i < kRowsInFlight; ++i) sums[i] = Vector{};
  for (int k = 0; k < kScaleBlock; ++k) {
    const auto column = load<Vector>(b + k * Dim);
    for (int i = 0; i < kRowsInFlight; ++i) sums[i] += a[i * kK + k] * column;
  }
}

template <typename V, int Dim>
struct FloatBlocks {
  static constexpr int kParts = 1, kRows = kRowsInFlight, kK = kOperandElements / Dim;
  bool exact = true;
  double unit = 1;
  alignas(64) float rows[kOperandElements];
  alignas(64) float columns[kOperandElements];

  LOCKSTEP_INLINE void sum(int row, int column, int block, WideFloats<V> (*sums)[1]) const {
    const int k = block * kScaleBlock;
    StripFloats<V> strips[kRows];
    sum_products<kK, Dim>(rows + row * kK + k, columns + k * Dim + column, strips);
    for (int i = 0; i < kRows; ++i) sums[i][0] = widen<V>(strips[i]);
  }
};

template <typename V, int Dim>
struct DoubleBlocks {
  static constexpr int kParts = 1, kRows = kRowsInFlight, kK = kOperandElements / Dim;
  bool exact;
  double unit = 1;
  alignas(64) double rows[kOperandElements];
  alignas(64) double columns[kOperandElements];

  LOCKSTEP_INLINE void sum(int row, int column, int block, WideFloats<V> (*sums)[1]) const {
    const int k = block * kScaleBlock;
    for (int h = 0; h < 2; ++h) {
      Doubles<V> of_half[kRows];
      sum_products<kK, Dim>(rows + row * kK + k, columns + k * Dim + column + h * V::kHalf, of_half);
      for (int i = 0; i < kRows; ++i) sums[i][0][h] = of_half[i];
    }
  }
};

/// Rows come in whole and broken parts. Of e5m2 each has 16 bits, so that a sum of 32 of its products with
/// any operand, of 32 bits at most, fits a double.
template <typename V, int Dim>
struct PairBlocks {
  static constexpr int kParts = 2, kRows = kRowsInFlight, kK = kOperandElements / Dim;
  bool exact = true;
  double unit = 1;
  alignas(64) double whole[kOperandElements];
  alignas(64) double broken[kOperandElements];
  alignas(64) double columns[kOperandElements];

  LOCKSTEP_INLINE void split_rows() {
    for (int i = 0; i < kOperandElements; ++i) {
      const double value = whole[i];
      whole[i] = double(std::int32_t(value));
      broken[i] = value - whole[i];
    }
  }
  LOCKSTEP_INLINE void sum(int row, int column, int block, WideFloats<V> (*sums)[2]) const {
    const int k = block * kScaleBlock;
    for (int h = 0; h < 2; ++h) {
      const double* b = columns + k * Dim + column + h * V::kHalf;
      Doubles<V> of_whole[kRows], of_broken[kRows];
      sum_products<kK, Dim>(whole + row * kK + k, b, of_whole);
      sum_products<kK, Dim>(broken + row * kK + k, b, of_broken);
      for (int i = 0; i < kRows; ++i) {
        sums[i][0][h] = of_whole[i];
        sums[i][1][h] = of_broken[i];
      }
    }
  }
};

template <typename V, int Dim>
LOCKSTEP_INLINE void multiply_tile(const Facts&, Shape shape, const Operand& a, const Operand& b,
                                   const float* c, float* d) {
  const int bits = block_bits(*a.format, *b.format);
  if (bits <= kFloatBits) {
    FloatBlocks<V, Dim> blocks;
    decode_operands<Dim>(a, b, blocks.rows, blocks.columns);
    multiply_blocks<V, Dim>(shape, a, b, blocks, c, d);
  } else if (bits <= kDoubleBits || any_special(a) || any_special(b)) {
    DoubleBlocks<V, Dim> blocks;
    blocks.exact = bits <= kDoubleBits;
    decode_operands<Dim>(a, b, blocks.rows, blocks.columns);
    multiply_blocks<V, Dim>(shape, a, b, blocks, c, d);
  } else {
    PairBlocks<V, Dim> blocks;
    decode_operands<Dim>(a, b, blocks.whole, blocks.columns);
    blocks.split_rows();
    multiply_blocks<V, Dim>(shape, a, b, blocks, c, d);
  }
}

}  // namespace

LOCKSTEP_KERNEL(multiply_exact, multiply_tile)

}  // namespace lockstep::matrix
