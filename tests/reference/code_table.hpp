// Every finite code of a format with its value from the format's definition, and the nearest one by search.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "reference/formats/formats.hpp"
#include "tests/reference/rational.hpp"

namespace lockstep::tests {

/// What the specifications state; written down independently of formats::Format.
struct FormatFacts {
  const formats::Format* format;
  int mantissa_bits;
  int bias;
  std::uint32_t last_finite;  ///< largest positive finite code
  std::uint32_t sign;
  std::uint32_t overflow;  ///< code of +overflow without saturation
  double largest, smallest_normal, smallest_subnormal;

  /// Where overflow and NaN share the code of a lone sign bit, there is no -0.
  bool minus_zero() const { return overflow != sign; }
};

inline const std::array kFacts{
    FormatFacts{&formats::float8_e4m3fn, 3, 7, 0x7E, 0x80, 0x7F, 448, 0x1p-6, 0x1p-9},
    FormatFacts{&formats::float8_e4m3fnuz, 3, 8, 0x7F, 0x80, 0x80, 240, 0x1p-7, 0x1p-10},
    FormatFacts{&formats::float8_e5m2fnuz, 2, 16, 0x7F, 0x80, 0x80, 57344, 0x1p-15, 0x1p-17},
    FormatFacts{&formats::float8_ue4m3, 3, 7, 0x7E, 0, 0x7F, 448, 0x1p-6, 0x1p-9},
    FormatFacts{&formats::float8_ue5m3, 3, 15, 0xFE, 0, 0xFF, 114688, 0x1p-14, 0x1p-17},
    FormatFacts{&formats::float8_e5m2, 2, 15, 0x7B, 0x80, 0x7C, 57344, 0x1p-14, 0x1p-16},
    FormatFacts{&formats::float6_e3m2fn, 2, 3, 0x1F, 0x20, 0x1F, 28, 0.25, 0.0625},
    FormatFacts{&formats::float6_e2m3fn, 3, 1, 0x1F, 0x20, 0x1F, 7.5, 1, 0.125},
    FormatFacts{&formats::float4_e2m1fn, 1, 1, 0x7, 0x8, 0x7, 6, 1, 0.5},
    FormatFacts{&formats::bfloat16, 7, 127, 0x7F7F, 0x8000, 0x7F80, 0x1.FEp127, 0x1p-126, 0x1p-133},
    FormatFacts{&formats::float16, 10, 15, 0x7BFF, 0x8000, 0x7C00, 65504, 0x1p-14, 0x1p-24},
};

class CodeTable {
 public:
  explicit CodeTable(const FormatFacts& facts) : facts_(facts) {
    // One past the last finite code: where the next value would lie decides what overflows.
    for (std::uint32_t code = 0; code <= facts.last_finite + 1; ++code) values_.push_back(definition(code));
  }

  const mpq_class& value(std::uint32_t positive_code) const { return values_[positive_code]; }

  std::uint32_t nearest(const mpq_class& x, bool saturate) const {
    const mpq_class magnitude = abs(x);
    const std::uint32_t sign = x < 0 ? facts_.sign : 0;
    auto above = std::upper_bound(values_.begin(), values_.end(), magnitude);
    if (above == values_.end()) return sign | (saturate ? facts_.last_finite : facts_.overflow);
    const auto high = std::uint32_t(above - values_.begin());
    const mpq_class down = magnitude - values_[high - 1], up = values_[high] - magnitude;
    const bool take_high = up < down || (up == down && high % 2 == 0);
    const std::uint32_t code = take_high ? high : high - 1;
    if (code <= facts_.last_finite) return sign | code;
    return sign | (saturate ? facts_.last_finite : facts_.overflow);
  }

 private:
  mpq_class definition(std::uint32_t code) const {
    const int field = int(code >> facts_.mantissa_bits);
    const std::uint32_t mantissa = code & ((1u << facts_.mantissa_bits) - 1);
    const mpq_class fraction = mpq_class(mantissa) * power(-facts_.mantissa_bits);
    return field == 0 ? mpq_class(fraction * power(1 - facts_.bias))
                      : mpq_class((1 + fraction) * power(field - facts_.bias));
  }

  FormatFacts facts_;
  std::vector<mpq_class> values_;
};

inline const FormatFacts& facts_of(const formats::Format& format) {
  return *std::find_if(kFacts.begin(), kFacts.end(),
                       [&](const FormatFacts& f) { return *f.format == format; });
}

}  // namespace lockstep::tests
