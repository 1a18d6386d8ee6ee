// CDNA1 to CDNA3 (arXiv 2511.10909; of CDNA2's flushes, AMD's documentation of MI200 as well).
#include <bit>
#include <cmath>

#include "tests/matrix/draw.hpp"
#include "tests/matrix/twin_models.hpp"
#include "tests/matrix/unit_twin.hpp"

namespace lockstep::tests::twin {
namespace {

/// Nothing is lost before the one rounding.
float exact_step(const Products& products, float c) {
  const Extended special = specials(products, c);
  if (special.special()) return nearest_even(special);
  Extended sum = extended(c);
  for (const Product& p : products) sum = sum + p.value;
  return nearest_even(sum);
}

float newest_step(const Products& products, float c) {
  return tr(products, c, newest);
}

template <std::size_t kLength, Step* kStep>
std::uint32_t stepped(const matrix::Unit& unit, const matrix::DrawnDots& dots, std::size_t i) {
  const float c = std::bit_cast<float>(dots.c[i]);
  return std::bit_cast<std::uint32_t>(in_steps(a_of(unit, dots, i), b_of(unit, dots, i), c, kLength, kStep));
}

template <TwinDot* kDot>
std::uint32_t whole(const matrix::Unit& unit, const matrix::DrawnDots& dots, std::size_t i) {
  const float c = std::bit_cast<float>(dots.c[i]);
  return std::bit_cast<std::uint32_t>(kDot(a_of(unit, dots, i), b_of(unit, dots, i), c));
}

/// A result of CDNA2.
float flushed(float x) {
  return std::fabs(x) < 0x1p-126f ? std::copysign(0.0f, x) : x;
}
/// An operand of CDNA2, or its C: what is subnormal in its own format, and any zero, is +0.
float operand(const formats::Format& f, std::uint32_t code) {
  const Element e = element(f, code);
  if (e.value.special()) return nearest_even(e.value);
  const bool normal = abs(e.significand) >= 1;
  return normal ? float(e.value.real.get_d()) : 0.0f;
}

/// Every operation is one of f32, the products are added in pairs, and C comes last.
template <int kProducts>
std::uint32_t pairwise(const matrix::Unit& unit, const matrix::DrawnDots& dots, std::size_t i) {
  const std::size_t first = i * std::size_t(dots.k);
  float acc = operand(*unit.c, dots.c[i]);
  for (int begin = 0; begin < dots.k; begin += kProducts) {
    float p[kProducts];
    for (int k = 0; k < kProducts; ++k) {
      const std::size_t at = first + std::size_t(begin + k);
      p[k] = flushed(operand(*dots.a_format, dots.a[at]) * operand(*dots.b_format, dots.b[at]));
    }
    float sum = flushed(p[0] + p[1]);
    if constexpr (kProducts == 4) sum = flushed(sum + flushed(p[2] + p[3]));
    acc = flushed(acc + sum);
  }
  return std::bit_cast<std::uint32_t>(acc);
}

}  // namespace

std::uint32_t cdna1_f16(const matrix::Unit& unit, const matrix::DrawnDots& dots, std::size_t i) {
  return stepped<4, exact_step>(unit, dots, i);
}
std::uint32_t cdna1_bf16(const matrix::Unit& unit, const matrix::DrawnDots& dots, std::size_t i) {
  return stepped<2, exact_step>(unit, dots, i);
}
std::uint32_t fma_chain_f32(const matrix::Unit& unit, const matrix::DrawnDots& dots, std::size_t i) {
  return whole<fma_each_k>(unit, dots, i);
}
std::uint32_t cdna2_four(const matrix::Unit& unit, const matrix::DrawnDots& dots, std::size_t i) {
  return pairwise<4>(unit, dots, i);
}
std::uint32_t cdna2_two(const matrix::Unit& unit, const matrix::DrawnDots& dots, std::size_t i) {
  return pairwise<2>(unit, dots, i);
}
std::uint32_t cdna3_wide(const matrix::Unit& unit, const matrix::DrawnDots& dots, std::size_t i) {
  return whole<cdna3_16<newest>>(unit, dots, i);
}
std::uint32_t cdna3_four(const matrix::Unit& unit, const matrix::DrawnDots& dots, std::size_t i) {
  return stepped<4, newest_step>(unit, dots, i);
}
std::uint32_t cdna3_bytes(const matrix::Unit& unit, const matrix::DrawnDots& dots, std::size_t i) {
  return whole<cdna3_8<newest>>(unit, dots, i);
}
std::uint32_t cdna3_xf32_unit(const matrix::Unit& unit, const matrix::DrawnDots& dots, std::size_t i) {
  return whole<cdna3_xf32<newest>>(unit, dots, i);
}

}  // namespace lockstep::tests::twin
