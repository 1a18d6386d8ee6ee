// dot_products_slow(): every sum and cut in exact arithmetic, one element after the other.
#include <algorithm>
#include <vector>

#include "emulator/matrix/round_exact.hpp"
#include "emulator/matrix/unit.hpp"
#include "reference/formats/float16.hpp"
#include "reference/formats/float32.hpp"

namespace lockstep::matrix {
namespace {

using formats::Format;
using formats::Kind;

constexpr int kNoExponent = -100000;
constexpr int kF32Emin = -126;

/// A number that may be special. exponent: of the unnormalised significand.
struct Number {
  Kind kind = Kind::zero;
  bool negative = false;
  std::uint64_t significand = 0;
  int unit = 0;  ///< value = +-significand * 2^unit
  int exponent = 0;

  bool is_special() const { return kind == Kind::nan || kind == Kind::infinity; }
  FixedPoint value() const {
    return significand == 0 ? FixedPoint{} : FixedPoint(negative, significand, unit);
  }
};

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

/// One IEEE operation's result: nearest even, a zero signed by `zero_negative`.
std::uint32_t round_ieee(const FixedPoint& x, const Format& f, bool zero_negative) {
  if (x.is_zero()) return zero_negative ? f.sign_mask() : 0;
  return round(x, f, Rounding::nearest_even, 0);
}

std::uint32_t infinity(const Format& f, bool negative) {
  return (negative ? f.sign_mask() : 0) | formats::overflow_code(f, formats::Overflow::to_special);
}

/// x + y as one IEEE addition in f.
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

/// x rounded to f, specials and signed zeros kept.
std::uint32_t encode(const Format& f, const Number& x) {
  if (x.kind == Kind::nan) return formats::nan_code(f);
  if (x.kind == Kind::infinity) return infinity(f, x.negative);
  return round_ieee(x.value(), f, x.negative);
}

std::uint32_t flush(const Format& f, std::uint32_t code) {
  const bool subnormal = (code & f.magnitude_mask()) >> f.mantissa_bits == 0;
  return subnormal ? code & f.sign_mask() : code;
}

/// One output element's inputs.
struct Dot {
  const Unit& unit;
  const DotBatch& batch;
  std::size_t index;

  const Facts& facts() const { return unit.facts; }

  Number operand(const Format& f, std::uint32_t code) const {
    if (facts().flush) code = flush(f, code);
    if (facts().flush && facts().summation == Summation::pairwise && code == f.sign_mask()) code = 0;
    code &= ~((1u << facts().ignored_bits) - 1);
    Number x = number(f, code);
    if (facts().through_half && x.kind == Kind::finite)
      x.exponent = std::max(x.value().leading(), formats::float16.emin());
    return x;
  }
  Number a(int k) const {
    return operand(*batch.a_format, batch.a[index * std::size_t(batch.k) + std::size_t(k)]);
  }
  Number b(int k) const {
    return operand(*batch.b_format, batch.b[index * std::size_t(batch.k) + std::size_t(k)]);
  }
  Number scale(const std::uint32_t* scales, int k) const {
    const int blocks = batch.k / unit.scale_block;
    return number(*unit.scale, scales[index * std::size_t(blocks) + std::size_t(k / unit.scale_block)]);
  }
  Number scale_a(int k) const { return scale(batch.scale_a, k); }
  Number scale_b(int k) const { return scale(batch.scale_b, k); }
  Number unscaled(int k) const { return multiply(a(k), b(k)); }
  Number product(int k) const {
    const Number p = unscaled(k);
    if (unit.scale_block == 0 || facts().scale_at == ScaleAt::sum || facts().scale_at == ScaleAt::sum_twice)
      return p;
    return multiply(multiply(p, scale_a(k)), scale_b(k));
  }
};

bool reaches(const Number& p, int exponent) {
  return p.kind == Kind::finite && p.value().leading() >= exponent;
}

/// Specials among a step's products and acc decide the result; whether there were any.
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

/// ... and where the hardware tells NaNs apart.
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

struct Sum {
  FixedPoint value;
  int exponent = kNoExponent;  ///< the largest of its terms
};

/// Products of k = first, first + stride, ... each cut under the largest exponent.
Sum cut_sum(const std::vector<Number>& products, std::size_t first, std::size_t stride, Cut cut) {
  Sum sum;
  for (std::size_t k = first; k < products.size(); k += stride)
    sum.exponent = std::max(sum.exponent, products[k].exponent);
  for (std::size_t k = first; k < products.size(); k += stride)
    sum.value += products[k].value().cut(sum.exponent - cut.fraction_bits, cut.toward);
  return sum;
}

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

/// The exact sum of unscaled products, times both scales; its exponent is the scales'.
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

/// Rounded to 24 bits as if exponents had no end; what then lies below the smallest normal is lost.
std::uint32_t round_and_flush(const FixedPoint& total) {
  const Format& f = formats::float32;
  if (total.leading() >= f.emin()) return round(total, f, Rounding::nearest_even, 0);
  FixedPoint magnitude = total.is_negative() ? -total : total;
  magnitude +=
      FixedPoint(false, 1, total.leading() - 24);  // what rounds up to the next power of two reaches it
  if (magnitude.leading() < f.emin()) return 0;
  return (total.is_negative() ? f.sign_mask() : 0) | 1u << f.mantissa_bits;
}

std::uint32_t finish(const Facts& facts, const Format& f, const FixedPoint& total) {
  if (total.is_zero()) return 0;
  std::uint32_t code = 0;
  if (facts.rounding == Rounding::bfloat16_cut)
    code = round(total, formats::float32, Rounding::nearest_even, 0) >> 16;
  else
    code = round(total, f, facts.rounding, facts.result_bits);
  const bool vanished = (code & f.magnitude_mask()) == 0;
  return vanished && !facts.negative_underflow ? 0 : code;
}

std::uint32_t gfx11_step(const Facts& facts, const Format& f, const std::vector<Number>& products,
                         std::uint32_t acc) {
  if (f == formats::float16) return finish(facts, f, gfx11_sum(products, number(f, acc), f.emin()));
  const FixedPoint total = gfx11_sum(products, number(f, flush(f, acc)), kNoExponent);
  const std::uint32_t result = total.is_zero() ? 0 : round_and_flush(total);
  return facts.rounding == Rounding::bfloat16_cut ? result >> 16 : result;
}

/// acc after one step of products [begin, begin + step).
std::uint32_t step(const Dot& dot, int begin, int length, std::uint32_t acc) {
  const Facts& facts = dot.facts();
  const Format& f = *dot.unit.d;
  std::vector<Number> products;
  for (int k = begin; k < begin + length; ++k) products.push_back(dot.product(k));
  std::uint32_t special = 0;
  if (facts.nan == NanBits::rdna ? special_sum_rdna(dot, begin, f, acc, special)
                                 : special_sum(facts, f, products, acc, special))
    return special;

  const Number c = number(f, acc);
  switch (facts.summation) {
    case Summation::exact: {
      FixedPoint total = c.value();
      bool zeros_negative = c.negative;
      for (const Number& p : products) {
        total += p.value();
        zeros_negative &= p.negative && p.significand == 0;
      }
      if (total.is_zero())
        return facts.signed_zero && zeros_negative && c.significand == 0 ? f.sign_mask() : 0;
      return finish(facts, f, total);
    }
    case Summation::aligned:
      return finish(facts, f, aligned_sum(facts, products, c));
    case Summation::fused: {
      std::vector<Sum> terms{term(c)};
      for (int k = begin; k < begin + length; k += facts.group)
        terms.push_back(facts.scale_at == ScaleAt::group ? group_term(dot, k)
                                                         : term(products[std::size_t(k - begin)]));
      return finish(facts, f, fused_sum(facts, terms));
    }
    case Summation::grid:
      if (facts.grid == Grid::gfx12) return finish(facts, f, gfx12_sum(dot, products, c));
      return gfx11_step(facts, f, products, acc);
    case Summation::fma_chain:
    case Summation::pairwise:
      break;
  }
  return 0;
}

/// The two fused halves of a step, and acc added to them.
std::uint32_t halves_step(const Dot& dot, int begin, std::uint32_t acc) {
  const Facts& facts = dot.facts();
  const Format& f = *dot.unit.d;
  std::uint32_t sum = 0;
  for (int half = 0; half < 2; ++half) {
    std::vector<Number> products;
    for (int k = begin; k < begin + facts.step; ++k)
      if (k % 4 / 2 == half) products.push_back(dot.product(k));
    std::uint32_t special = 0;
    if (special_sum(facts, f, products, sum, special)) {
      sum = special;
      continue;
    }
    std::vector<Sum> terms{term(number(f, sum))};
    for (const Number& p : products) terms.push_back(term(p));
    sum = finish(facts, f, fused_sum(facts, terms));
  }
  const std::uint32_t result = add(f, sum, acc);
  return formats::is_nan(f, result) ? nan_of(facts, f) : result;
}

std::uint32_t chain_block(const Dot& dot, int begin, int length) {
  std::uint32_t s = 0;
  for (int k = begin; k < begin + length; ++k) {
    const Number p = dot.product(k), sum = number(formats::float32, s);
    std::uint32_t special = 0;
    if (special_sum(dot.facts(), formats::float32, {p}, s, special)) {
      s = special;
      continue;
    }
    FixedPoint total = sum.value();
    total += p.value();
    s = round_ieee(total, formats::float32,
                   p.negative && sum.negative && p.significand + sum.significand == 0);
  }
  return s;
}

/// A block's sum without acc, times its scales.
std::uint32_t scaled_sum(const Dot& dot, int begin, std::uint32_t sum) {
  const Format& f = formats::float32;
  if (dot.unit.scale_block == 0) return sum;
  const Number sa = dot.scale_a(begin), sb = dot.scale_b(begin);
  if (dot.facts().scale_at == ScaleAt::sum) return encode(f, multiply(number(f, sum), multiply(sa, sb)));
  return encode(f, multiply(number(f, encode(f, multiply(number(f, sum), sa))), sb));
}

std::uint32_t pairwise_step(const Dot& dot, int begin, std::uint32_t acc) {
  const Format& f = formats::float32;
  std::vector<std::uint32_t> sums;
  for (int k = begin; k < begin + dot.facts().step; ++k) sums.push_back(flush(f, encode(f, dot.product(k))));
  while (sums.size() > 1) {
    std::vector<std::uint32_t> halved;
    for (std::size_t i = 0; i < sums.size(); i += 2) halved.push_back(flush(f, add(f, sums[i], sums[i + 1])));
    sums = halved;
  }
  return flush(f, add(f, acc, sums[0]));
}

/// Steps of 4 in the order 0, 8, 4, 12 of every 16.
int middle_swapped(int k) {
  return k / 16 * 16 + k % 16 / 8 * 4 + k % 8 * 2;
}

std::uint32_t dot_product(const Dot& dot, std::uint32_t acc) {
  const Facts& facts = dot.facts();
  const int k = dot.batch.k;
  const int length = facts.step == 0 ? k : facts.step;
  if (facts.summation == Summation::pairwise) {
    acc = flush(*dot.unit.c, acc);
    if (acc == dot.unit.c->sign_mask()) acc = 0;
  }
  const bool scaled_late = facts.summation == Summation::fma_chain || facts.scale_at == ScaleAt::sum ||
                           facts.scale_at == ScaleAt::sum_twice;
  const int block = scaled_late && dot.unit.scale_block != 0 ? dot.unit.scale_block : length;
  for (int at_k = 0; at_k < k; at_k += block) {
    const int begin = facts.middle_swapped ? middle_swapped(at_k) : at_k;
    if (scaled_late) {
      std::uint32_t sum = 0;
      if (facts.summation == Summation::fma_chain)
        sum = chain_block(dot, begin, block);
      else
        for (int at = begin; at < begin + block; at += length) sum = step(dot, at, length, sum);
      acc = add(*dot.unit.d, acc, scaled_sum(dot, begin, sum));
    } else if (facts.halves) {
      acc = halves_step(dot, begin, acc);
    } else if (facts.summation == Summation::pairwise) {
      acc = pairwise_step(dot, begin, acc);
    } else {
      acc = step(dot, begin, length, acc);
    }
  }
  return formats::is_nan(*dot.unit.d, acc) && facts.nan == NanBits::any ? formats::nan_code(*dot.unit.d)
                                                                        : acc;
}

}  // namespace

void dot_products_slow(const Unit& unit, const DotBatch& batch) {
  for (std::size_t i = 0; i < batch.count; ++i) batch.d[i] = dot_product({unit, batch, i}, batch.c[i]);
}

}  // namespace lockstep::matrix
