// The slow twin of convert(): every finite code's value written down from its definition, and the neighbours
// of x found by search. Nothing of format.hpp's arithmetic is used.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "reference/formats/conversion.hpp"

namespace lockstep::formats {

/// For formats of up to 19 bits: their values, midpoints and differences from a binary32 are exact in double.
class CodeSearch {
 public:
  CodeSearch(const Format& format, const Conversion& conversion) : f_(format), c_(conversion) {
    const std::uint32_t half = std::uint32_t{1} << (f_.bits - (f_.has_sign ? 1 : 0) - f_.ignored_bits);
    sign_ = f_.has_sign ? half : 0;
    switch (f_.specials) {
      case Specials::ieee:
        special_ = half - (1u << f_.mantissa_bits), nan_ = special_ + (1u << (f_.mantissa_bits - 1));
        last_ = special_ - 1;
        break;
      case Specials::fn:
        special_ = nan_ = half - 1, last_ = half - 2;
        break;
      case Specials::fnuz:
        special_ = nan_ = half, last_ = half - 1;
        break;
      default:
        special_ = last_ = half - 1, nan_ = 0;
    }
    // One past the last finite code: where the next value would lie decides what overflows.
    for (std::uint32_t code = 0; code <= last_ + 1; ++code) values_.push_back(definition(code));
  }

  std::uint32_t operator()(float value, std::uint32_t random = 0) const {
    const float x = noisy(value, random);
    const bool negative = std::signbit(x);
    const std::uint32_t sign = negative ? sign_ : 0;
    if (std::isnan(x)) return nan(negative);
    if (std::isinf(x)) return sign | (c_.infinity_saturates ? last_ : special_);
    const double magnitude = std::abs(double(x));
    const std::uint32_t code = neighbour(magnitude);
    if (code > last_ || (c_.range_tested_first && magnitude > values_[last_])) return sign | overflow();
    if (code == 0 && (f_.specials == Specials::fnuz || !c_.keeps_negative_zero)) return 0;
    return sign | code;
  }

  const std::vector<double>& values() const { return values_; }

 private:
  double definition(std::uint32_t code) const {
    const int field = int(code >> f_.mantissa_bits);
    const double fraction = std::ldexp(double(code % (1u << f_.mantissa_bits)), -f_.mantissa_bits);
    return field == 0 ? std::ldexp(fraction, 1 - f_.bias) : std::ldexp(1 + fraction, field - f_.bias);
  }

  float noisy(float x, std::uint32_t random) const {
    if (c_.noise == Noise::none || !std::isfinite(x)) return x;
    int exponent = -126;
    if (std::abs(x) >= 0x1p-126f) exponent = std::ilogb(x);
    const double one = std::ldexp(1.0, exponent);
    const bool normal = std::abs(x) >= 0x1p-126f;
    double sum = std::abs(double(x)) + std::ldexp(double(random >> 12), exponent - 23);
    const double end = normal ? 2 * one : one;
    if (sum >= end && c_.noise == Noise::wraps) sum -= one;
    // Past the end of its binade a binary32 has half as many steps: the carried sum counts in them.
    else if (sum >= end && normal)
      sum = end + 2 * (sum - end);
    return std::copysign(sum < 0x1p128 ? float(sum) : HUGE_VALF, x);
  }

  std::uint32_t nan(bool negative) const {
    if (f_.specials == Specials::fnuz) return sign_;
    if (f_.specials != Specials::finite) return nan_ | (negative ? sign_ : 0);
    if (c_.nan_flips_zero) return negative ? 0 : sign_;
    return negative && c_.keeps_negative_zero ? sign_ : 0;
  }

  std::uint32_t overflow() const {
    const bool saturates =
        c_.overflow == FiniteOverflow::saturate ||
        (c_.overflow == FiniteOverflow::saturate_without_inf && f_.specials == Specials::fn);
    return saturates ? last_ : special_;
  }

  std::uint32_t neighbour(double x) const {
    const auto above = std::upper_bound(values_.begin(), values_.end(), x);
    const auto high = std::uint32_t(above - values_.begin());
    if (above == values_.end()) return high;
    const double middle = (values_[high - 1] + values_[high]) / 2;
    switch (c_.rounding) {
      case Rounding::nearest_even:
        return x > middle || (x == middle && high % 2 == 0) ? high : high - 1;
      case Rounding::nearest_away:
        return x >= middle ? high : high - 1;
      case Rounding::nearest_toward_zero:
        return x > middle ? high : high - 1;
      case Rounding::toward_zero:
        break;
    }
    return high - 1;
  }

  const Format& f_;
  const Conversion& c_;
  std::uint32_t sign_ = 0, special_ = 0, nan_ = 0, last_ = 0;
  std::vector<double> values_;
};

}  // namespace lockstep::formats
