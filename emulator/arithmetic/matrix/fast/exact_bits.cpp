#include "emulator/arithmetic/matrix/fast/exact_bits.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "emulator/arithmetic/matrix/fast/decode_codes.hpp"
#include "reference/formats/formats.hpp"

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

void WideSum::add(bool negative, std::uint64_t magnitude, int exponent) {
  const int position = exponent - kUnit;
  const int shift = position % 64;
  std::uint64_t part[2] = {magnitude << shift, shift == 0 ? 0 : magnitude >> (64 - shift)};
  bool carry = false;  // or borrow
  for (int i = position / 64, p = 0; i < kLimbs; ++i, ++p) {
    const std::uint64_t term = p < 2 ? part[p] : 0;
    if (p >= 2 && !carry) return;
    const std::uint64_t old = limbs_[std::size_t(i)];
    const std::uint64_t sum = negative ? old - term - carry : old + term + carry;
    carry = negative ? (old < term || (old == term && carry)) : (sum < old || (sum == old && carry));
    limbs_[std::size_t(i)] = sum;
  }
}

void WideSum::add(Wide value, int exponent) {
  const bool negative = value < 0;
  if (negative) value = -value;
  if (const auto low = std::uint64_t(value); low != 0) add(negative, low, exponent);
  if (const auto high = std::uint64_t(value >> 64); high != 0) add(negative, high, exponent + 64);
}

void WideSum::add(float finite) {
  const formats::Value v = formats::decode(formats::float32, std::bit_cast<std::uint32_t>(finite));
  if (v.kind == formats::Kind::finite) add(v.negative, v.significand, v.exponent);
}

float WideSum::round() const {
  const bool negative = (limbs_.back() >> 63) != 0;
  WideSum magnitude = *this;
  if (negative) {
    bool carry = true;
    for (std::uint64_t& limb : magnitude.limbs_) {
      limb = ~limb + carry;
      carry = carry && limb == 0;
    }
  }
  const auto& limbs = magnitude.limbs_;
  int top = kLimbs - 1;
  while (top >= 0 && limbs[std::size_t(top)] == 0) --top;
  if (top < 0) return 0.0f;

  // The 64 bits from the leading one down, and whether any bit below is set.
  const int zeros = std::countl_zero(limbs[std::size_t(top)]);
  std::uint64_t leading = limbs[std::size_t(top)] << zeros;
  std::uint64_t rest = 0;
  if (top > 0) {
    const std::uint64_t next = limbs[std::size_t(top - 1)];
    if (zeros > 0) leading |= next >> (64 - zeros);
    rest = next << zeros;
  }
  for (int i = 0; i < top - 1; ++i) rest |= limbs[std::size_t(i)];
  const int exponent = kUnit + 64 * top - zeros;
  return std::bit_cast<float>(formats::encode_nearest_even(formats::float32, negative, leading, exponent,
                                                           rest != 0, formats::Overflow::to_special));
}

}  // namespace lockstep::matrix
