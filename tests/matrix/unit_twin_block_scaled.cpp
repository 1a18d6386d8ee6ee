// Blackwell's block-scaled instructions (arXiv 2511.10909), and that no rounded sum is -0, by inference from
// Hopper.
#include <algorithm>
#include <bit>

#include "tests/matrix/draw.hpp"
#include "tests/matrix/twin_models.hpp"
#include "tests/matrix/unit_twin.hpp"

namespace lockstep::tests::twin {
namespace {

constexpr std::uint32_t kNan = 0x7FFFFFFF;
constexpr int kZero = -133, kFractionBits = 35, kGroup = 16, kStep = 64;

std::uint32_t bits_of(float x) {
  return x != x ? kNan : std::bit_cast<std::uint32_t>(x);
}

/// A scale: e8m0 has neither sign nor significand, of ue4m3 the sign is ignored.
struct Scale {
  bool nan;
  mpq_class significand;
  int exponent;
};
Scale scale_of(const formats::Format& f, std::uint32_t code) {
  if (f.mantissa_bits == 0) return {code == 0xFF, 1, int(code) - 127};
  const std::uint32_t magnitude = code & 0x7F, field = magnitude >> 3;
  const int significand = int(magnitude & 7) + (field != 0 ? 8 : 0);
  return {magnitude == 0x7F, shifted(significand, -3), std::max(int(field), 1) - 7};
}

/// The exact sum of a group times its scales' significands, under the sum of their exponents.
struct Group {
  mpq_class value = 0;
  int exponent = kZero;
};

}  // namespace

std::uint32_t mxf8f6f4(const matrix::Unit& unit, const matrix::DrawnDots& dots, std::size_t i) {
  const float c = std::bit_cast<float>(dots.c[i]);
  return bits_of(nv_st_8(a_of(unit, dots, i), b_of(unit, dots, i), c));
}

std::uint32_t mxf4(const matrix::Unit& unit, const matrix::DrawnDots& dots, std::size_t i) {
  const int block = unit.name == "blackwell_mxf4" ? 32 : 16;
  const std::size_t first = i * std::size_t(dots.k), first_scale = first / std::size_t(block);
  float c = std::bit_cast<float>(dots.c[i]);
  for (int step = 0; step < dots.k; step += kStep) {
    Extended specials = extended(c);
    const mpq_class acc = specials.real;
    specials.real = 0;
    int largest = acc == 0 ? kZero : std::max(floor_log2(acc), -126);
    std::vector<Group> groups;
    for (int begin = step; begin < step + kStep; begin += kGroup) {
      const std::size_t at = first_scale + std::size_t(begin / block);
      const Scale a = scale_of(*unit.scale, dots.scale_a[at]), b = scale_of(*unit.scale, dots.scale_b[at]);
      specials.nan = specials.nan || a.nan || b.nan;
      Group g;
      for (int k = begin; k < begin + kGroup; ++k) {
        const mpq_class product = element(*dots.a_format, dots.a[first + std::size_t(k)]).value.real *
                                  element(*dots.b_format, dots.b[first + std::size_t(k)]).value.real;
        g.value += product;
        if (product != 0 && a.significand != 0 && b.significand != 0) g.exponent = a.exponent + b.exponent;
      }
      g.value *= shifted(a.significand * b.significand, a.exponent + b.exponent);
      largest = std::max(largest, g.exponent);
      groups.push_back(g);
    }
    if (specials.special()) {
      c = toward_zero(specials);
      continue;
    }
    mpq_class sum = truncate_to(largest - kFractionBits, acc);
    for (const Group& g : groups) sum += truncate_to(largest - kFractionBits, g.value);
    c = toward_zero({false, 0, sum});
    if (c == 0) c = 0.0f;
  }
  return bits_of(c);
}

}  // namespace lockstep::tests::twin
