// TR-FDPA and GTR-FDPA, as arXiv 2511.10909 (MI300X) and arXiv 2512.07004 (MI300A, MI300X) publish them.
#include "tests/matrix/twin_aligned.hpp"

#include <algorithm>

namespace lockstep::tests::twin {
namespace {

// Of the products first, first + stride, ...: each truncated to 24 fraction bits under their largest
// exponent.
Dot truncated_sum(const Products& products, std::size_t first, std::size_t stride) {
  Dot dot;
  for (std::size_t k = first; k < products.size(); k += stride)
    if (!products[k].zero()) dot.exponent = std::max(dot.exponent, products[k].exponent);
  for (std::size_t k = first; k < products.size(); k += stride)
    if (!products[k].zero()) dot.sum += truncate_to(dot.exponent - 24, products[k].value.real);
  return dot;
}

Dot tr_sum(const Products& products) {
  return truncated_sum(products, 0, 1);
}

// Even and odd k apart; both sums floored to 24 fraction bits under the larger exponent.
Dot gtr_sum(const Products& products) {
  const Dot even = truncated_sum(products, 0, 2), odd = truncated_sum(products, 1, 2);
  const int exponent = std::max(even.exponent, odd.exponent);
  if (exponent == Dot::kNone) return {};
  return {floor_to(exponent - 24, even.sum) + floor_to(exponent - 24, odd.sum), exponent};
}

// C, a zero or subnormal one with the exponent -126.
Dot accumulator(float c) {
  const mpq_class value = extended(c).real;
  return {value, value == 0 ? -126 : std::max(floor_log2(value), -126)};
}

mpq_class floored_after_normalising(int fraction_bits, const mpq_class& total) {
  if (total == 0) return 0;
  return floor_to(std::max(floor_log2(total), -126) - fraction_bits, total);
}

// A product of 2^128 or more is infinite.
Products with_overflow(Products products) {
  for (Product& p : products)
    if (abs(p.value.real) >= pow2(128)) p.value = {false, sgn(p.value.real), 0};
  return products;
}

}  // namespace

// The newest model: the sum floored to 32 bits, the total to 31 after normalising.
mpq_class newest(const Dot& dot, const mpq_class& y, int e_max) {
  return floored_after_normalising(31, floor_to(e_max - 32, dot.sum) + y);
}
// The first public code: the sum floored to 31 bits, the total not at all.
mpq_class v1(const Dot& dot, const mpq_class& y, int e_max) {
  return floor_to(e_max - 31, dot.sum) + y;
}
// The second: the sum floored to 52 bits, the total floored to 31 after normalising.
mpq_class v2a(const Dot& dot, const mpq_class& y, int e_max) {
  return floored_after_normalising(31, floor_to(e_max - 52, dot.sum) + y);
}
// arXiv 2512.07004: the sum floored to 31 bits only where its exponent is the smaller.
mpq_class khattak(const Dot& dot, const mpq_class& y, int e_max) {
  return (dot.exponent < e_max ? floor_to(e_max - 31, dot.sum) : dot.sum) + y;
}

// 16 bits: C, however small, is floored to 24 bits.
float tr(const Products& all, float c, Tail* tail) {
  const Products products = with_overflow(all);
  const Extended special = specials(products, c);
  if (special.special()) return nearest_even(special);
  const Dot dot = tr_sum(products), acc = accumulator(c);
  const int e_max = std::max(dot.exponent, acc.exponent);
  return nearest_even({false, 0, tail(dot, floor_to(e_max - 24, acc.sum), e_max)});
}

// 8 bits: a C whose exponent is more than 25 below is ignored.
float gtr(const Products& all, float c, Tail* tail) {
  const Products products = with_overflow(all);
  const Extended special = specials(products, c);
  if (special.special()) return nearest_even(special);
  const Dot dot = gtr_sum(products), acc = accumulator(c);
  const int e_max = std::max(dot.exponent, acc.exponent);
  const mpq_class y = acc.exponent < e_max - 25 ? mpq_class(0) : floor_to(e_max - 24, acc.sum);
  return nearest_even({false, 0, tail(dot, y, e_max)});
}

}  // namespace lockstep::tests::twin
