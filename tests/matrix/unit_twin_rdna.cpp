// RDNA4 (gfx1201) and RDNA3 (gfx1100), as AMD characterised them with an R9700 and a W7900:
// ROCm/rocm-systems, emulation/rocjitsu, gfx12_dot.h, gfx11_dot2.h and the captures beside their tests.
#include <algorithm>
#include <optional>
#include <vector>

#include "reference/formats/formats.hpp"
#include "tests/matrix/unit_twin.hpp"

namespace lockstep::tests::twin {
namespace {

constexpr int kNone = -100'000;

struct Term {
  mpq_class value;
  int exponent = kNone;  ///< of the significands, not normalised; a zero has none
  bool negative = false;
};

Term product(const Element& x, const Element& y) {
  Term t{x.value.real * y.value.real, kNone, x.negative != y.negative};
  if (t.value != 0) t.exponent = x.exponent + y.exponent;
  return t;
}

/// Where NaN or infinities take part. What an operand's NaN gives, and an invalid operation; bytes do not
/// tell the two apart.
std::optional<std::uint32_t> special(const formats::Format& d, bool bytes, const std::vector<Element>& a,
                                     const std::vector<Element>& b, std::uint32_t c) {
  const bool f32 = d.mantissa_bits == 23, f16 = d.mantissa_bits == 10;
  const std::uint32_t of_operand = f32 ? 0xFFC00A3D : f16 ? 0xFE3D : 0xFFFD;
  const std::uint32_t quiet = 1u << (d.mantissa_bits - 1), sign = f32 ? 0x80000000u : 0x8000u;
  const std::uint32_t infinity = ((1u << d.exponent_bits) - 1) << d.mantissa_bits;
  const std::uint32_t of_invalid = bytes ? of_operand : sign | infinity | quiet;
  Extended products;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (a[k].value.nan || b[k].value.nan) return of_operand;
    const Extended p = a[k].value * b[k].value;
    if (p.special()) products = products + p;
  }
  const Extended acc = element(d, c).value;
  if (products.nan) return of_invalid;
  if (acc.nan) return c | quiet;
  if (acc.special()) products = products + acc;
  if (!products.special()) return std::nullopt;
  if (products.nan) return of_invalid;
  return products.infinity < 0 ? sign | infinity : infinity;
}

/// Groups of products are floored on a grid 24 below the largest of each, then met with C on the coarsest
/// grid.
std::uint32_t gfx12_step(const formats::Format& d, std::size_t group, const std::vector<Term>& products,
                         const mpq_class& c) {
  const int c_floor = 1 - d.bias;
  int grid = (c == 0 ? c_floor : std::max(floor_log2(c), c_floor)) - 26;
  for (const Term& p : products) grid = std::max(grid, p.exponent - 24);
  const bool dropped = grid > c_floor && c < 0 && -c < pow2(grid);
  mpq_class total = dropped ? mpq_class(0) : floor_to(grid, c);
  for (std::size_t first = 0; first < products.size(); first += group) {
    int own = kNone;
    for (std::size_t k = first; k < first + group; ++k) own = std::max(own, products[k].exponent - 24);
    mpq_class sum = 0;
    for (std::size_t k = first; k < first + group; ++k)
      if (products[k].exponent != kNone) sum += floor_to(own, products[k].value);
    total += floor_to(grid, sum);
  }
  if (total == 0) return 0;
  const bool bf16 = d.mantissa_bits == 7;
  const std::uint32_t code = nearest_code(bf16 ? formats::float32 : d, total);
  if (code << (d.bits == 16 && !bf16 ? 17 : 1) == 0) return 0;
  return bf16 ? code >> 16 : code;
}

/// Both products and C on one grid; each magnitude cut; what has not C's sign counts one unit of the grid
/// more.
std::uint32_t gfx11_step(const formats::Format& d, const std::vector<Term>& products, Term c) {
  const bool f16 = d.mantissa_bits == 10;
  const auto lost = [](const mpq_class& q) { return abs(q) < pow2(-126); };
  if (!f16 && lost(c.value)) c.value = 0;
  int leading = c.value == 0 ? kNone : floor_log2(c.value), grid = f16 ? -14 - 26 : kNone;
  for (const Term& p : products) {
    if (p.exponent == kNone) continue;
    leading = std::max(leading, floor_log2(p.value));
    grid = std::max(grid, p.exponent - 24);
  }
  if (leading == kNone) return 0;
  grid = std::max(grid, leading - 26);
  mpq_class total = truncate_to(grid, c.value);
  for (const Term& p : products) {
    total += truncate_to(grid, p.value);
    if (p.negative != c.negative) total += c.negative ? pow2(grid) : mpq_class(-pow2(grid));
  }
  if (total == 0) return 0;
  if (f16) {
    const std::uint32_t code = nearest_code(d, total);
    return (code & 0x7FFF) == 0 ? 0 : code;
  }
  // To 24 bits, whatever the exponent; then what is below the smallest normal is lost.
  const mpq_class scaled = lost(total) ? mpq_class(total * pow2(200)) : total;
  const std::uint32_t code = nearest_code(formats::float32, scaled);
  if (lost(total)) {
    const mpq_class rounded = element(formats::float32, code).value.real * pow2(-200);
    if (lost(rounded)) return 0;
    const std::uint32_t least = (total < 0 ? 0x80000000 : 0) | 0x00800000;
    return d.bits == 16 ? least >> 16 : least;
  }
  return d.bits == 16 ? code >> 16 : code;
}

struct Order {
  std::size_t step;
  bool middle_swapped;  ///< of every four steps, as WMMA in waves of 32 lanes
};

template <typename StepOf>
std::uint32_t in_order(const matrix::Unit& unit, const matrix::DrawnDots& dots, std::size_t i,
                       const Order& order, bool flush, const StepOf& step_of) {
  const std::size_t first = i * std::size_t(dots.k), steps = std::size_t(dots.k) / order.step;
  std::uint32_t acc = dots.c[i];
  for (std::size_t s = 0; s < steps; ++s) {
    const std::size_t swapped = s % 4 == 1 ? s + 1 : s % 4 == 2 ? s - 1 : s;
    const std::size_t begin = first + order.step * (order.middle_swapped ? swapped : s);
    std::vector<Element> a, b;
    std::vector<Term> products;
    for (std::size_t k = begin; k < begin + order.step; ++k) {
      a.push_back(element(*dots.a_format, dots.a[k]));
      b.push_back(element(*dots.b_format, dots.b[k]));
      for (Element* e : {&a.back(), &b.back()})
        if (flush && abs(e->significand) < 1) e->significand = e->value.real = 0;
      products.push_back(product(a.back(), b.back()));
    }
    const auto nan_or_infinity = special(*unit.d, dots.a_format->bits == 8, a, b, acc);
    acc = nan_or_infinity ? *nan_or_infinity : step_of(products, element(*unit.d, acc));
  }
  return acc;
}

}  // namespace

std::uint32_t rdna4(const matrix::Unit& unit, const matrix::DrawnDots& dots, std::size_t i) {
  const bool two = unit.name.starts_with("rdna4_dot2_"), four_on_one = unit.name.starts_with("rdna4_dot4_");
  const Order order{two ? 2u : 4u, unit.name.ends_with("_wave32")};
  return in_order(unit, dots, i, order, false, [&](const std::vector<Term>& products, const Element& c) {
    return gfx12_step(*unit.d, four_on_one ? 4 : 2, products, c.value.real);
  });
}

std::uint32_t rdna3(const matrix::Unit& unit, const matrix::DrawnDots& dots, std::size_t i) {
  const bool flush = unit.a->mantissa_bits == 7;
  return in_order(unit, dots, i, {2, false}, flush, [&](const std::vector<Term>& products, const Element& c) {
    return gfx11_step(*unit.d, products, {c.value.real, kNone, c.negative});
  });
}

}  // namespace lockstep::tests::twin
