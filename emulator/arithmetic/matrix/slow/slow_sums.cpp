#include "emulator/arithmetic/matrix/slow/slow_sums.hpp"

#include <algorithm>

#include "reference/formats/formats.hpp"

namespace lockstep::matrix::slow {

namespace {

constexpr int kF32Emin = -126;

/// The sum of products k = first, first + stride, ... each cut under the largest exponent.
Sum cut_sum(const std::vector<Number>& products, std::size_t first, std::size_t stride, Cut cut) {
  Sum sum;
  for (std::size_t k = first; k < products.size(); k += stride)
    sum.exponent = std::max(sum.exponent, products[k].exponent);
  for (std::size_t k = first; k < products.size(); k += stride)
    sum.value += products[k].value().cut(sum.exponent - cut.fraction_bits, cut.toward);
  return sum;
}

FixedPoint gfx11_sum(const std::vector<Number>& products, const Number& acc, int acc_floor) {
  int largest = acc.significand == 0 ? kNoExponent : acc.value().leading();
  int grid = acc_floor - 26;
  for (const Number& p : products) {
    if (p.significand == 0) continue;
    largest = std::max(largest, p.value().leading());
    grid = std::max(grid, p.exponent - 24);
  }
  if (largest == kNoExponent) return {};
  grid = std::max(grid, largest - 26);
  FixedPoint total;
  for (const Number* t : {&acc, &products[0], &products[1]}) {
    total += t->value().cut(grid, Toward::zero);
    if (t->negative != acc.negative) total += FixedPoint(!acc.negative, 1, grid);
  }
  return total;
}

/// Rounds to 24 bits with an unlimited exponent range; what then is below the smallest normal becomes zero.
std::uint32_t round_and_flush(const FixedPoint& total) {
  const Format& f = formats::float32;
  if (total.leading() >= f.emin()) return round(total, f, Rounding::nearest_even, 0);
  FixedPoint magnitude = total.is_negative() ? -total : total;
  magnitude += FixedPoint(false, 1, total.leading() - 24);  // rounding up to the next power of two
  if (magnitude.leading() < f.emin()) return 0;
  return (total.is_negative() ? f.sign_mask() : 0) | 1u << f.mantissa_bits;
}

}  // namespace

FixedPoint aligned_sum(const Facts& facts, const std::vector<Number>& products, const Number& acc) {
  Sum dot;
  if (facts.parity_split) {
    const Sum even = cut_sum(products, 0, 2, facts.product), odd = cut_sum(products, 1, 2, facts.product);
    dot.exponent = std::max(even.exponent, odd.exponent);
    const int unit = dot.exponent - facts.merge.fraction_bits;
    dot.value = even.value.cut(unit, facts.merge.toward);
    dot.value += odd.value.cut(unit, facts.merge.toward);
  } else {
    dot = cut_sum(products, 0, 1, facts.product);
  }
  const int exponent = std::max(dot.exponent, acc.exponent);
  FixedPoint total = dot.value.cut(exponent - facts.dot.fraction_bits, facts.dot.toward);
  if (acc.exponent >= exponent - facts.accumulator_window)
    total += acc.value().cut(exponent - facts.accumulator.fraction_bits, facts.accumulator.toward);
  if (total.is_zero()) return total;
  return total.cut(std::max(total.leading(), kF32Emin) - facts.normalised.fraction_bits,
                   facts.normalised.toward);
}

FixedPoint fused_sum(const Facts& facts, std::vector<Sum> terms) {
  int exponent = kNoExponent;
  for (Sum& term : terms) {
    if (term.exponent == kNoExponent) term.exponent = facts.zero_exponent;
    exponent = std::max(exponent, term.exponent);
  }
  FixedPoint total;
  for (const Sum& term : terms)
    total += term.value.cut(exponent - facts.product.fraction_bits, facts.product.toward);
  return total;
}

Sum term(const Number& x) {
  return {x.value(), x.significand == 0 ? kNoExponent : x.exponent};
}

Sum group_term(const Dot& dot, int begin) {
  const Number scale = multiply(dot.scale_a(begin), dot.scale_b(begin));
  Sum sum;
  for (int k = begin; k < begin + dot.facts().group; ++k) {
    const Number p = dot.product(k);
    sum.value += p.value();
    if (p.significand != 0) sum.exponent = scale.exponent;
  }
  return sum;
}

FixedPoint gfx12_sum(const Dot& dot, const std::vector<Number>& products, const Number& acc) {
  const int acc_floor = dot.unit.c->emin();
  int grid = std::max(acc_floor, acc.significand == 0 ? kNoExponent : acc.value().leading()) - 26;
  for (const Number& p : products) grid = std::max(grid, p.exponent - 24);
  FixedPoint total = acc.value().cut(grid, Toward::minus_infinity);
  if (grid > acc_floor && acc.negative && acc.value().cut(grid, Toward::zero).is_zero()) total = {};
  const auto pair = std::size_t(dot.facts().pair);
  for (std::size_t i = 0; i < products.size(); i += pair) {
    const std::vector<Number> two(products.begin() + long(i), products.begin() + long(i + pair));
    total += cut_sum(two, 0, 1, {24, Toward::minus_infinity}).value.cut(grid, Toward::minus_infinity);
  }
  return total;
}

std::uint32_t finish(const Facts& facts, const Format& f, const FixedPoint& total) {
  if (total.is_zero()) return 0;
  const bool cut = facts.rounding == Rounding::bfloat16_cut;
  const Format& rounded = cut ? formats::float32 : f;
  const std::uint32_t code =
      round(total, rounded, cut ? Rounding::nearest_even : facts.rounding, facts.result_bits);
  const bool vanished = (code & rounded.magnitude_mask()) == 0;
  if (vanished && !facts.negative_underflow) return 0;
  return cut ? code >> 16 : code;
}

std::uint32_t gfx11_step(const Facts& facts, const Format& f, const std::vector<Number>& products,
                         std::uint32_t acc) {
  if (f == formats::float16) return finish(facts, f, gfx11_sum(products, number(f, acc), f.emin()));
  const FixedPoint total = gfx11_sum(products, number(f, flush(f, acc)), kNoExponent);
  const std::uint32_t result = total.is_zero() ? 0 : round_and_flush(total);
  return facts.rounding == Rounding::bfloat16_cut ? result >> 16 : result;
}

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
