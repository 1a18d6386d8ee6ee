#include <algorithm>
#include <bit>

#include "reference/formats/formats.hpp"
#include "tests/matrix/draw.hpp"

namespace lockstep::tests {
namespace {

// The first `taken` of every `of` codes.
void take(std::vector<std::uint32_t>& codes, std::size_t taken, std::size_t of) {
  std::vector<std::uint32_t> kept;
  for (std::size_t i = 0; i < codes.size(); ++i)
    if (i % of < taken) kept.push_back(codes[i]);
  codes = kept;
}

// Products from 2^-148 on, and no accumulator: what decides is the exponent that a zero counts with.
void make_tiny(matrix::DrawnDots& dots) {
  constexpr std::uint32_t kField = 53;
  for (auto* codes : {&dots.a, &dots.b})
    for (std::uint32_t& code : *codes) code = (code & 0x807F) | (kField + code % 4) << 7;
  for (std::uint32_t& code : dots.c) code &= 0x80000000;
}

// An accumulator of 2^20 less 1.5 of its half unit in the last place, and two further products.
void make_ties(matrix::DrawnDots& dots) {
  const formats::Format& f = *dots.a_format;
  const auto power = [&](int exponent) { return std::uint32_t(exponent + f.bias) << f.mantissa_bits; };
  const std::uint32_t half = 1u << (f.mantissa_bits - 1), minus = f.sign_mask();
  for (std::size_t i = 0; i < dots.count; ++i) {
    const std::size_t first = i * std::size_t(dots.k);
    std::uint32_t *a = dots.a.data() + first, *b = dots.b.data() + first;
    const std::uint32_t further = a[3] % 24, sign = a[2] & minus, other = a[1] & minus;
    std::fill_n(a, dots.k, 0);
    std::fill_n(b, dots.k, 0);
    a[0] = power(-2) | half | minus;
    b[0] = power(-2);
    a[1] = power(-2 - int(further + 1) / 2) | sign;
    b[1] = power(-3 - int(further) / 2);
    a[2] = power(-14) | other;
    b[2] = power(-14);
    dots.c[i] = std::bit_cast<std::uint32_t>(0x1p20F);
  }
}

void make_negative_zeros(matrix::DrawnDots& dots) {
  std::ranges::fill(dots.a, dots.a_format->sign_mask());
  std::ranges::fill(dots.b, 0);
  std::ranges::fill(dots.c, 0x80000000);
}

TwinVector part(const matrix::Unit& unit, const formats::Format* format,
                const std::vector<std::uint32_t>& codes, const std::vector<std::uint32_t>& scales,
                std::size_t i, std::size_t k) {
  const auto code = codes.begin() + std::ptrdiff_t(i * k);
  TwinVector v{format, {code, code + std::ptrdiff_t(k)}, {}};
  const std::size_t blocks = unit.scale_block == 0 ? 0 : k / std::size_t(unit.scale_block);
  for (std::size_t block = i * blocks; block < (i + 1) * blocks; ++block)
    v.scales.push_back(std::uint8_t(scales[block]));
  return v;
}

}  // namespace

matrix::DrawnDots draw_instruction(const matrix::Unit& unit, int k, std::uint64_t seed, std::size_t count) {
  matrix::Unit whole = unit;
  whole.step = k;
  matrix::DrawnDots dots = matrix::draw_dots(whole, seed, count);
  const auto drawn = std::size_t(dots.k), block = std::size_t(unit.scale_block), taken = std::size_t(k);
  take(dots.a, taken, drawn);
  take(dots.b, taken, drawn);
  if (block != 0) {
    take(dots.scale_a, taken / block, drawn / block);
    take(dots.scale_b, taken / block, drawn / block);
  }
  dots.k = k;
  if (dots.a_format->bits != 16) return dots;
  if (*dots.a_format == formats::bfloat16 && seed % 8 == 0) make_tiny(dots);
  if (seed % 8 == 1 || seed % 8 == 2) make_ties(dots);
  if (seed % 64 == 3) make_negative_zeros(dots);
  return dots;
}

TwinVector a_of(const matrix::Unit& unit, const matrix::DrawnDots& dots, std::size_t i) {
  return part(unit, dots.a_format, dots.a, dots.scale_a, i, std::size_t(dots.k));
}
TwinVector b_of(const matrix::Unit& unit, const matrix::DrawnDots& dots, std::size_t i) {
  return part(unit, dots.b_format, dots.b, dots.scale_b, i, std::size_t(dots.k));
}

}  // namespace lockstep::tests
