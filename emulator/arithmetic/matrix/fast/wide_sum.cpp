#include "emulator/arithmetic/matrix/fast/wide_sum.hpp"

#include <bit>

#include "reference/formats/formats.hpp"

namespace lockstep::matrix {

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
