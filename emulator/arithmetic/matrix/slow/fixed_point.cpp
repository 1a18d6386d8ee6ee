#include "emulator/arithmetic/matrix/slow/fixed_point.hpp"

#include <bit>

namespace lockstep::matrix {

template <int kLimbs, int kUnit>
BasicFixedPoint<kLimbs, kUnit>::BasicFixedPoint(bool negative, std::uint64_t magnitude, int exponent) {
  const int position = exponent - kUnit;
  const int shift = position % 64;
  const auto limb = std::size_t(position / 64);
  limbs_[limb] = magnitude << shift;
  if (shift != 0 && limb + 1 < kLimbs) limbs_[limb + 1] = magnitude >> (64 - shift);
  if (negative) *this = -*this;
}

template <int kLimbs, int kUnit>
BasicFixedPoint<kLimbs, kUnit>& BasicFixedPoint<kLimbs, kUnit>::operator+=(const BasicFixedPoint& other) {
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < kLimbs; ++i) {
    const std::uint64_t partial = limbs_[i] + carry;
    carry = partial < carry;
    limbs_[i] = partial + other.limbs_[i];
    carry += limbs_[i] < partial;
  }
  return *this;
}

template <int kLimbs, int kUnit>
BasicFixedPoint<kLimbs, kUnit> BasicFixedPoint<kLimbs, kUnit>::operator-() const {
  BasicFixedPoint result;
  std::uint64_t carry = 1;
  for (std::size_t i = 0; i < kLimbs; ++i) {
    result.limbs_[i] = ~limbs_[i] + carry;
    carry = carry && result.limbs_[i] == 0;
  }
  return result;
}

template <int kLimbs, int kUnit>
bool BasicFixedPoint<kLimbs, kUnit>::is_zero() const {
  for (const std::uint64_t limb : limbs_)
    if (limb != 0) return false;
  return true;
}

template <int kLimbs, int kUnit>
int BasicFixedPoint<kLimbs, kUnit>::leading() const {
  if (is_negative()) return (-*this).leading();
  int top = kLimbs - 1;
  while (limbs_[std::size_t(top)] == 0) --top;
  return kUnit + 64 * top + std::bit_width(limbs_[std::size_t(top)]) - 1;
}

template <int kLimbs, int kUnit>
BasicFixedPoint<kLimbs, kUnit> BasicFixedPoint<kLimbs, kUnit>::cut(int unit, Toward toward) const {
  if (toward == Toward::zero && is_negative()) return -(-*this).cut(unit, toward);
  // Clearing low bits of two's complement rounds toward minus infinity.
  BasicFixedPoint result = *this;
  for (int i = 0, below = unit - kUnit; i < kLimbs && below > 0; ++i, below -= 64)
    result.limbs_[std::size_t(i)] &= below >= 64 ? 0 : ~std::uint64_t{0} << below;
  return result;
}

template <int kLimbs, int kUnit>
std::uint64_t BasicFixedPoint<kLimbs, kUnit>::in_units(int unit) const {
  const int position = unit - kUnit;
  if (position < 0) return limbs_[0] << -position;
  const int shift = position % 64;
  const auto limb = std::size_t(position / 64);
  std::uint64_t units = limbs_[limb] >> shift;
  if (shift != 0 && limb + 1 < kLimbs) units |= limbs_[limb + 1] << (64 - shift);
  return units;
}

template class BasicFixedPoint<14, -448>;
template class BasicFixedPoint<68, -2176>;

}  // namespace lockstep::matrix
