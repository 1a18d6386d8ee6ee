// dot_products_slow() of float64: every fused multiply-add in exact arithmetic.
#include "emulator/arithmetic/matrix/slow/dot_products_slow.hpp"
#include "emulator/arithmetic/matrix/slow/fixed_point.hpp"
#include "emulator/arithmetic/matrix/units/unit.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::matrix {
namespace {

using formats::Kind;
using Code = std::uint64_t;

constexpr const formats::Format& kFormat = formats::float64;

/// The exact x * y: four products of halves, because a significand has 53 bits.
WideFixedPoint product(const formats::Value& x, const formats::Value& y) {
  constexpr int kHalf = 27;
  constexpr std::uint64_t kLow = (std::uint64_t{1} << kHalf) - 1;
  const bool negative = x.negative != y.negative;
  const int exponent = x.exponent + y.exponent;
  const std::uint64_t x_low = x.significand & kLow, x_high = x.significand >> kHalf;
  const std::uint64_t y_low = y.significand & kLow, y_high = y.significand >> kHalf;
  WideFixedPoint sum(negative, x_low * y_low, exponent);
  sum += WideFixedPoint(negative, x_low * y_high, exponent + kHalf);
  sum += WideFixedPoint(negative, x_high * y_low, exponent + kHalf);
  sum += WideFixedPoint(negative, x_high * y_high, exponent + 2 * kHalf);
  return sum;
}

Code infinity(bool negative) {
  return (negative ? kFormat.sign_mask<Code>() : 0) | formats::exponent_ones<Code>(kFormat);
}

/// a * b + c, rounded once.
Code multiply_add(Code a, Code b, Code c) {
  constexpr Code kNaN = formats::nan_code<Code>(kFormat);
  const auto x = formats::decode<Code>(kFormat, a), y = formats::decode<Code>(kFormat, b),
             z = formats::decode<Code>(kFormat, c);
  const bool negative = x.negative != y.negative;
  const bool infinite = x.kind == Kind::infinity || y.kind == Kind::infinity;
  const bool zero = x.kind == Kind::zero || y.kind == Kind::zero;
  if (x.kind == Kind::nan || y.kind == Kind::nan || z.kind == Kind::nan) return kNaN;
  if (infinite && zero) return kNaN;
  if (infinite && z.kind == Kind::infinity && negative != z.negative) return kNaN;
  if (infinite) return infinity(negative);
  if (z.kind == Kind::infinity) return c;
  WideFixedPoint sum;
  if (!zero) sum = product(x, y);
  if (z.kind == Kind::finite) sum += WideFixedPoint(z.negative, z.significand, z.exponent);
  if (sum.is_zero())
    return zero && z.kind == Kind::zero && negative && z.negative ? kFormat.sign_mask<Code>() : 0;
  return round_exact<Code>(sum, kFormat, Rounding::nearest_even, 0);
}

}  // namespace

void dot_products_slow(const Unit&, const WideDotBatch& batch) {
  const auto k = std::size_t(batch.k);
  for (std::size_t i = 0; i < batch.count; ++i) {
    Code acc = batch.c[i];
    for (std::size_t j = 0; j < k; ++j) acc = multiply_add(batch.a[i * k + j], batch.b[i * k + j], acc);
    batch.d[i] = formats::is_nan<Code>(kFormat, acc) ? formats::nan_code<Code>(kFormat) : acc;
  }
}

}  // namespace lockstep::matrix
