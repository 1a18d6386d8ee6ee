// dot_products_slow(): every sum and cut in exact arithmetic, one element after the other.
#include "emulator/arithmetic/matrix/slow/dot_products_slow.hpp"

#include <vector>

#include "emulator/arithmetic/matrix/slow/slow_sums.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::matrix {
namespace slow {
namespace {

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

/// acc after a step in two fused halves, to which it is added.
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

/// Facts::middle_swapped: steps of 4 in the order 0, 8, 4, 12 of every 16.
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
}  // namespace slow

void dot_products_slow(const Unit& unit, const DotBatch& batch) {
  for (std::size_t i = 0; i < batch.count; ++i) batch.d[i] = slow::dot_product({unit, batch, i}, batch.c[i]);
}

}  // namespace lockstep::matrix
