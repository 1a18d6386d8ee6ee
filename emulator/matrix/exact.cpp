// Summation::exact. A dot product is summed in double, which loses nothing as long as all its bits fit in 53;
// the few outputs where they may not are summed again in a WideSum.
#include <algorithm>

#include "emulator/matrix/decode_table.hpp"
#include "emulator/matrix/lanes.hpp"
#include "emulator/matrix/wide_sum.hpp"

namespace lockstep::matrix {
namespace {

constexpr int kRows = 4;         // rows in flight
constexpr int kDoubleBits = 53;  // significand of a double
constexpr int kFloatBits = 24;

/// Bits that one row or column contributes to its products' sums: the width of its elements, from the format
/// or, when that is too much, from the codes, and the spread of its scales.
struct Widths {
  int rows[32], columns[32];
  int widest_column;
};

int width_of(const DecodeTable& table, const std::uint8_t* codes, int k) {
  std::uint32_t all = 0;
  for (int i = 0; i < k; ++i) all |= table.grid[codes[i]];
  return all == 0 ? 0 : std::bit_width(all) - std::countr_zero(all);
}

void measure(Shape shape, const Operand& operand, bool look, int* widths) {
  const DecodeTable& table = decode_table(*operand.format);
  for (int i = 0; i < shape.m; ++i) {
    const auto [low, high] =
        std::minmax_element(operand.scales + i * shape.blocks(), operand.scales + (i + 1) * shape.blocks());
    widths[i] = look ? width_of(table, operand.codes + i * shape.k, shape.k) : table.top - table.unit;
    widths[i] += *high - *low;
  }
}

Widths measure(Shape shape, const Operand& a, const Operand& b) {
  const DecodeTable& ta = decode_table(*a.format);
  const DecodeTable& tb = decode_table(*b.format);
  const bool look = ta.top - ta.unit + tb.top - tb.unit + std::bit_width(unsigned(shape.k - 1)) > kDoubleBits;
  Widths widths{};
  measure(shape, a, look, widths.rows);
  measure(shape, b, look, widths.columns);
  widths.widest_column = *std::max_element(widths.columns, widths.columns + shape.n);
  return widths;
}

float multiply_one(Shape shape, const Operand& a, const Operand& b, int row, int column, float c) {
  const DecodeTable& ta = decode_table(*a.format);
  const DecodeTable& tb = decode_table(*b.format);
  const std::uint8_t* ca = a.codes + row * shape.k;
  const std::uint8_t* cb = b.codes + column * shape.k;
  WideSum sum;
  for (int k = 0; k < shape.k; ++k) {
    const int block = k / kScaleBlock;
    const int scale =
        a.scales[row * shape.blocks() + block] + b.scales[column * shape.blocks() + block] - 254;
    const bool negative = (ta.finite[ca[k]] < 0) != (tb.finite[cb[k]] < 0);
    sum.add(negative, std::uint64_t{ta.grid[ca[k]]} * tb.grid[cb[k]], ta.unit + tb.unit + scale);
  }
  sum.add(c);
  return sum.round();
}

/// Sums of the products of one block, not scaled, of kRows rows with a strip of columns; pointers are at
/// their first element of the block. In double, or in float where that holds every bit.
template <typename V, int Dim>
LOCKSTEP_INLINE void sum_block(const float* a, const double* b, Doubles<V> (*sum)[2]) {
  constexpr int kK = kOperandElements / Dim;
  for (int i = 0; i < kRows; ++i) sum[i][0] = sum[i][1] = Doubles<V>{};
  for (int k = 0; k < kScaleBlock; ++k) {
    const auto low = load<Doubles<V>>(b + k * Dim);
    const auto high = load<Doubles<V>>(b + k * Dim + V::kHalf);
    for (int i = 0; i < kRows; ++i) {
      sum[i][0] += double(a[i * kK + k]) * low;
      sum[i][1] += double(a[i * kK + k]) * high;
    }
  }
}
template <typename V, int Dim>
LOCKSTEP_INLINE void sum_block(const float* a, const float* b, Doubles<V> (*sum)[2]) {
  constexpr int kK = kOperandElements / Dim;
  StripFloats<V> sums[kRows] = {};
  for (int k = 0; k < kScaleBlock; ++k) {
    const auto column = load<StripFloats<V>>(b + k * Dim);
    for (int i = 0; i < kRows; ++i) sums[i] += a[i * kK + k] * column;
  }
  for (int i = 0; i < kRows; ++i) {
    alignas(64) float halves[V::kStrip];
    store(halves, sums[i]);
    for (int h = 0; h < 2; ++h) sum[i][h] = convert<Doubles<V>>(load<Floats<V>>(halves + h * V::kHalf));
  }
}

/// dot[row][column], and where `watch`, in lost[row][column] not 0 where an addition of blocks lost bits.
template <typename V, int Dim, typename Element>
LOCKSTEP_INLINE void dot_strip(const float* a, const Element* b, const double* a_scale, const double* b_scale,
                               bool watch, Doubles<V> (*dot)[2], Doubles<V> (*lost)[2]) {
  constexpr int kBlocks = kOperandScales / Dim;
  for (int i = 0; i < kRows; ++i) dot[i][0] = dot[i][1] = lost[i][0] = lost[i][1] = Doubles<V>{};
  for (int block = 0; block < kBlocks; ++block) {
    Doubles<V> sum[kRows][2];
    sum_block<V, Dim>(a + block * kScaleBlock, b + block * kScaleBlock * Dim, sum);
    for (int i = 0; i < kRows; ++i)
      for (int h = 0; h < 2; ++h) {
        const Doubles<V> term = sum[i][h] * (a_scale[i * kBlocks + block] *
                                             load<Doubles<V>>(b_scale + block * Dim + h * V::kHalf));
        const Doubles<V> next = dot[i][h] + term;
        if (watch) {
          const Doubles<V> added = next - dot[i][h];
          const Doubles<V> error = (dot[i][h] - (next - added)) + (term - added);
          lost[i][h] = error != 0 ? Doubles<V>{} + 1.0 : lost[i][h];
        }
        dot[i][h] = next;
      }
  }
}

/// Sums again those outputs of a half strip whose bits may have been too many for a double. `sure`: each
/// block's bits were not, so that only what `lost` tells of can be missing.
template <typename V>
void repair(Shape shape, const Operand& a, const Operand& b, const Widths& widths, int row, int column,
            const Doubles<V>& dot, const Doubles<V>& lost, bool sure, const Floats<V>& c, Floats<V>& out) {
  const int free_bits = kDoubleBits - std::bit_width(unsigned(shape.k - 1));
  for (int j = 0; j < V::kHalf; ++j) {
    const bool finite = dot[j] - dot[j] == 0 && c[j] - c[j] == 0;
    if (sure && lost[j] == 0) continue;
    if (finite && widths.rows[row] + widths.columns[column + j] > free_bits)
      out[j] = multiply_one(shape, a, b, row, column + j, c[j]);
  }
}

/// Bits that the sum of a block's products may take.
int block_bits(const Operand& a, const Operand& b) {
  const DecodeTable& ta = decode_table(*a.format);
  const DecodeTable& tb = decode_table(*b.format);
  return ta.top - ta.unit + tb.top - tb.unit + std::bit_width(unsigned(kScaleBlock - 1));
}

/// Element: what holds every bit of a block's sum, if anything does.
template <typename V, int Dim, typename Element>
LOCKSTEP_INLINE void multiply_tile(Shape shape, const Operand& a, const Operand& b, const float* c,
                                   float* d) {
  alignas(64) float rows[kOperandElements];
  alignas(64) Element columns[kOperandElements];
  alignas(64) double row_scales[kOperandScales], column_scales[kOperandScales];
  decode_rows(decode_table(*a.format).value, a.codes, rows);
  decode_columns<Dim>(decode_table(*b.format).value, b.codes, columns);
  decode_row_scales(a.scales, row_scales);
  decode_column_scales<Dim>(b.scales, column_scales);
  const Widths widths = measure(shape, a, b);
  const int free_bits = kDoubleBits - std::bit_width(unsigned(shape.k - 1));
  const int widest_row = *std::max_element(widths.rows, widths.rows + Dim);
  const bool watch = widest_row + widths.widest_column > free_bits;
  const bool sure = block_bits(a, b) <= kDoubleBits;

  for (int i = 0; i < Dim; i += kRows)
    for (int j = 0; j < Dim; j += V::kStrip) {
      Doubles<V> dot[kRows][2], lost[kRows][2];
      dot_strip<V, Dim>(rows + i * (kOperandElements / Dim), columns + j,
                        row_scales + i * (kOperandScales / Dim), column_scales + j, watch, dot, lost);
      for (int row = i; row < i + kRows; ++row)
        for (int h = 0; h < 2; ++h) {
          const int column = j + h * V::kHalf;
          const auto in = load<Floats<V>>(c + row * Dim + column);
          Floats<V> out = round_sum<V>(dot[row - i][h], in);
          if (widths.rows[row] + widths.widest_column > free_bits)
            repair<V>(shape, a, b, widths, row, column, dot[row - i][h], lost[row - i][h], sure, in, out);
          store(d + row * Dim + column, out);
        }
    }
}

template <typename V, int Dim>
LOCKSTEP_INLINE void multiply_bits(Shape shape, const Operand& a, const Operand& b, const float* c,
                                   float* d) {
  if (block_bits(a, b) <= kFloatBits) return multiply_tile<V, Dim, float>(shape, a, b, c, d);
  return multiply_tile<V, Dim, double>(shape, a, b, c, d);
}

template <typename V>
LOCKSTEP_INLINE void multiply_shape(const Facts&, Shape shape, const Operand& a, const Operand& b,
                                    const float* c, float* d) {
  if (shape == k16x16x128) return multiply_bits<V, 16>(shape, a, b, c, d);
  return multiply_bits<V, 32>(shape, a, b, c, d);
}

}  // namespace

LOCKSTEP_KERNEL(multiply_exact, multiply_shape)

}  // namespace lockstep::matrix
