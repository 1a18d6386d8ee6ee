#include "emulator/arithmetic/matrix/slow/slow_number.hpp"

#include <algorithm>

#include "reference/formats/formats.hpp"

namespace lockstep::matrix::slow {

Number number(const Format& f, std::uint32_t code) {
  const formats::Value v = formats::decode(f, code);
  const int exponent = v.kind == Kind::finite ? v.exponent + f.mantissa_bits : f.emin();
  return {v.kind, v.negative, v.significand, v.exponent, exponent};
}

Number multiply(const Number& x, const Number& y) {
  const bool negative = x.negative != y.negative;
  if (x.kind == Kind::nan || y.kind == Kind::nan) return {Kind::nan, false, 0, 0, 0};
  if (x.kind == Kind::infinity || y.kind == Kind::infinity) {
    const bool invalid = x.kind == Kind::zero || y.kind == Kind::zero;
    return {invalid ? Kind::nan : Kind::infinity, negative, 0, 0, 0};
  }
  if (x.significand == 0 || y.significand == 0) return {Kind::zero, negative, 0, 0, kNoExponent};
  return {Kind::finite, negative, x.significand * y.significand, x.unit + y.unit, x.exponent + y.exponent};
}

std::uint32_t nan_of(const Facts& facts, const Format& f) {
  return facts.nan == NanBits::ones ? f.magnitude_mask() : formats::nan_code(f);
}

std::uint32_t round(const FixedPoint& x, const Format& f, Rounding rounding, int result_bits) {
  return round_exact<std::uint32_t>(x, f, rounding, result_bits);
}

std::uint32_t round_ieee(const FixedPoint& x, const Format& f, bool zero_negative) {
  if (x.is_zero()) return zero_negative ? f.sign_mask() : 0;
  return round(x, f, Rounding::nearest_even, 0);
}

std::uint32_t infinity(const Format& f, bool negative) {
  return (negative ? f.sign_mask() : 0) | formats::overflow_code(f, formats::Overflow::to_special);
}

std::uint32_t add(const Format& f, std::uint32_t x_code, std::uint32_t y_code) {
  const Number x = number(f, x_code), y = number(f, y_code);
  if (x.kind == Kind::nan || y.kind == Kind::nan) return formats::nan_code(f);
  if (x.kind == Kind::infinity && y.kind == Kind::infinity && x.negative != y.negative)
    return formats::nan_code(f);
  if (x.kind == Kind::infinity) return x_code;
  if (y.kind == Kind::infinity) return y_code;
  FixedPoint sum = x.value();
  sum += y.value();
  return round_ieee(sum, f, x.negative && y.negative && x.significand == 0 && y.significand == 0);
}

std::uint32_t encode(const Format& f, const Number& x) {
  if (x.kind == Kind::nan) return formats::nan_code(f);
  if (x.kind == Kind::infinity) return infinity(f, x.negative);
  return round_ieee(x.value(), f, x.negative);
}

std::uint32_t flush(const Format& f, std::uint32_t code) {
  const bool subnormal = (code & f.magnitude_mask()) >> f.mantissa_bits == 0;
  return subnormal ? code & f.sign_mask() : code;
}

Number Dot::operand(const Format& f, std::uint32_t code) const {
  if (facts().flush) code = flush(f, code);
  if (facts().flush && facts().summation == Summation::pairwise && code == f.sign_mask()) code = 0;
  code &= ~((1u << facts().ignored_bits) - 1);
  Number x = number(f, code);
  if (facts().through_half && x.kind == Kind::finite)
    x.exponent = std::max(x.value().leading(), formats::float16.emin());
  return x;
}

Number Dot::a(int k) const {
  return operand(*batch.a_format, batch.a[index * std::size_t(batch.k) + std::size_t(k)]);
}

Number Dot::b(int k) const {
  return operand(*batch.b_format, batch.b[index * std::size_t(batch.k) + std::size_t(k)]);
}

Number Dot::scale(const std::uint32_t* scales, int k) const {
  const int blocks = batch.k / unit.scale_block;
  return number(*unit.scale, scales[index * std::size_t(blocks) + std::size_t(k / unit.scale_block)]);
}

Number Dot::scale_a(int k) const {
  return scale(batch.scale_a, k);
}

Number Dot::scale_b(int k) const {
  return scale(batch.scale_b, k);
}

Number Dot::product(int k) const {
  const Number p = multiply(a(k), b(k));
  if (unit.scale_block == 0 || facts().scale_at == ScaleAt::sum || facts().scale_at == ScaleAt::sum_twice)
    return p;
  return multiply(multiply(p, scale_a(k)), scale_b(k));
}

}  // namespace lockstep::matrix::slow
