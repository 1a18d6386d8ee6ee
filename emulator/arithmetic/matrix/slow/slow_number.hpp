// Numbers and inputs of dot_products_slow(): exact, one at a time.
#pragma once

#include "emulator/arithmetic/matrix/slow/fixed_point.hpp"
#include "emulator/arithmetic/matrix/units/unit.hpp"

namespace lockstep::matrix::slow {

using formats::Format;
using formats::Kind;

/// The exponent of a zero product: below every other.
inline constexpr int kNoExponent = -100000;

/// A number, possibly infinite or NaN. `exponent` is that of the unnormalised significand.
struct Number {
  Kind kind = Kind::zero;
  bool negative = false;
  std::uint64_t significand = 0;
  /// Value = +-significand * 2^unit.
  int unit = 0;
  int exponent = 0;

  FixedPoint value() const {
    return significand == 0 ? FixedPoint{} : FixedPoint(negative, significand, unit);
  }
};

Number number(const Format& f, std::uint32_t code);
Number multiply(const Number& x, const Number& y);
std::uint32_t nan_of(const Facts& facts, const Format& f);
std::uint32_t round(const FixedPoint& x, const Format& f, Rounding rounding, int result_bits);
/// Rounds the result of one IEEE operation to nearest even; `zero_negative` is the sign of a zero.
std::uint32_t round_ieee(const FixedPoint& x, const Format& f, bool zero_negative);
std::uint32_t infinity(const Format& f, bool negative);
/// x + y as one IEEE addition in f.
std::uint32_t add(const Format& f, std::uint32_t x_code, std::uint32_t y_code);
/// Rounds x to f; infinities, NaNs and signed zeros are kept.
std::uint32_t encode(const Format& f, const Number& x);
std::uint32_t flush(const Format& f, std::uint32_t code);

/// The inputs of one output element.
struct Dot {
  const Unit& unit;
  const DotBatch& batch;
  std::size_t index;

  const Facts& facts() const { return unit.facts; }
  Number a(int k) const;
  Number b(int k) const;
  Number scale_a(int k) const;
  Number scale_b(int k) const;
  /// The product of a[k] and b[k], with the scales where they act on products.
  Number product(int k) const;

 private:
  Number operand(const Format& f, std::uint32_t code) const;
  Number scale(const std::uint32_t* scales, int k) const;
};

}  // namespace lockstep::matrix::slow
