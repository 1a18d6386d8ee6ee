#include "emulator/arithmetic/matrix/slow/slow_specials.hpp"

#include "reference/formats/float16.hpp"

namespace lockstep::matrix::slow {
namespace {

bool reaches(const Number& p, int exponent) {
  return p.kind == Kind::finite && p.value().leading() >= exponent;
}

}  // namespace

bool special_sum(const Facts& facts, const Format& f, const std::vector<Number>& products, std::uint32_t acc,
                 std::uint32_t& result) {
  const Number c = number(f, acc);
  bool nan = c.kind == Kind::nan, plus = c.kind == Kind::infinity && !c.negative,
       minus = c.kind == Kind::infinity && c.negative;
  for (const Number& p : products) {
    const bool oversized =
        facts.summation == Summation::aligned && facts.oversized == Oversized::infinite && reaches(p, 128);
    nan |= p.kind == Kind::nan;
    if (p.kind == Kind::infinity || oversized) (p.negative ? minus : plus) = true;
  }
  if (nan || (plus && minus))
    result = nan_of(facts, f);
  else
    result = infinity(f, minus);
  return nan || plus || minus;
}

bool special_sum_rdna(const Dot& dot, int begin, const Format& f, std::uint32_t acc, std::uint32_t& result) {
  bool nan = false, invalid = false, plus = false, minus = false;
  for (int k = begin; k < begin + dot.facts().step; ++k) {
    const Number a = dot.a(k), b = dot.b(k), p = multiply(a, b);
    nan |= a.kind == Kind::nan || b.kind == Kind::nan;
    invalid |= p.kind == Kind::nan;
    if (p.kind == Kind::infinity) (p.negative ? minus : plus) = true;
  }
  invalid |= plus && minus;
  const Number c = number(f, acc);
  if (c.kind == Kind::infinity) (c.negative ? minus : plus) = true;
  const bool bytes = dot.batch.a_format->bits == 8;
  const std::uint32_t operand_nan = f.bits == 32 ? 0xFFC00A3D : f == formats::float16 ? 0xFE3D : 0xFFFD;
  const std::uint32_t invalid_nan = bytes ? operand_nan : f.sign_mask() | formats::nan_code(f);
  if (nan)
    result = operand_nan;
  else if (invalid)
    result = invalid_nan;
  else if (c.kind == Kind::nan)
    result = acc | 1u << (f.mantissa_bits - 1);
  else
    result = plus && minus ? invalid_nan : infinity(f, minus);
  return nan || invalid || plus || minus || c.kind == Kind::nan;
}

}  // namespace lockstep::matrix::slow
