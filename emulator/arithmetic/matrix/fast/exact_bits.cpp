#include "emulator/arithmetic/matrix/fast/exact_bits.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "emulator/arithmetic/matrix/fast/decode_codes.hpp"
#include "emulator/arithmetic/matrix/fast/wide_sum.hpp"

namespace lockstep::matrix {
namespace {

int format_width(const DecodeTable& table) {
  return table.top - table.unit;
}

int width_of(const DecodeTable& table, const std::uint8_t* codes, int k) {
  std::uint64_t all = 0;
  for (int i = 0; i < k; ++i) all |= std::uint64_t(std::abs(table.grid[codes[i]]));
  return all == 0 ? 0 : std::bit_width(all) - std::countr_zero(all);
}

int spread(const std::uint8_t* scales, int count) {
  std::uint8_t low = 255, high = 0;
  for (int i = 0; i < count; ++i) {
    low = std::min(low, scales[i]);
    high = std::max(high, scales[i]);
  }
  return high - low;
}

void measure(Shape shape, const Operand& operand, bool look, int* widths) {
  const DecodeTable& table = decode_table(*operand.format);
  for (int i = 0; i < shape.m; ++i) {
    widths[i] = look ? width_of(table, operand.codes + i * shape.k, shape.k) : format_width(table);
    widths[i] += spread(operand.scales + i * shape.blocks(), shape.blocks());
  }
}

}  // namespace

int block_bits(const formats::Format& a, const formats::Format& b) {
  return format_width(decode_table(a)) + format_width(decode_table(b)) + 5;  // 32 products
}

WideOutputs::WideOutputs(Shape shape, const Operand& a, const Operand& b) {
  const int by_format = format_width(decode_table(*a.format)) + format_width(decode_table(*b.format));
  const int by_scales = spread(a.scales, kOperandScales) + spread(b.scales, kOperandScales);
  if (by_format + by_scales <= kFree) return;
  measure(shape, a, by_format > kFree, rows_);
  measure(shape, b, by_format > kFree, columns_);
  widest_column_ = *std::max_element(columns_, columns_ + shape.n);
  any_ = *std::max_element(rows_, rows_ + shape.m) + widest_column_ > kFree;
}

float multiply_one(Shape shape, const Operand& a, const Operand& b, int row, int column, float c) {
  const DecodeTable& ta = decode_table(*a.format);
  const DecodeTable& tb = decode_table(*b.format);
  const std::uint8_t* ca = a.codes + row * shape.k;
  const std::uint8_t* cb = b.codes + column * shape.k;
  WideSum sum;
  for (int block = 0; block < shape.blocks(); ++block) {
    const int scale =
        a.scales[row * shape.blocks() + block] + b.scales[column * shape.blocks() + block] - 254;
    WideSum::Wide of_block = 0;  // elements have 32 bits besides their sign
    for (int k = block * kScaleBlock; k < std::min(shape.k, (block + 1) * kScaleBlock); ++k)
      of_block += WideSum::Wide{ta.grid[ca[k]]} * tb.grid[cb[k]];
    sum.add(of_block, ta.unit + tb.unit + scale);
  }
  sum.add(c);
  return sum.round();
}

}  // namespace lockstep::matrix
