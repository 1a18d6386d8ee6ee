// Hypotheses about matrix units, written for clarity in rationals: only to try the error bound against.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tests/reference/rational.hpp"

namespace lockstep::tests {

/// One product of two e4m3fn codes and its block's scale; `exponent` is what units align by.
struct Product {
  mpq_class value;
  mpq_class weight;  ///< ceil(a) * ceil(b) * scale of the bound
  int exponent = 0;
};

inline Product product(std::uint8_t a, std::uint8_t b, int scale_exponent) {
  const auto exponent = [](std::uint8_t x) { return std::max((x >> 3) & 15, 1) - 7; };
  const auto significand = [](std::uint8_t x) { return mpq_class((x & 7) + ((x & 0x78) != 0 ? 8 : 0), 8); };
  const auto ceiling = [&](std::uint8_t x) {
    const mpq_class s = significand(x);
    return s == 0 ? s : s < 1 ? mpq_class(1) : s;
  };
  Product p;
  p.exponent = exponent(a) + exponent(b) + scale_exponent;
  mpq_class sa = significand(a), sb = significand(b);
  sa.canonicalize();
  sb.canonicalize();
  const mpq_class unit = power(p.exponent);
  p.value = sa * sb * unit * (((a ^ b) & 0x80) != 0 ? -1 : 1);
  p.weight = ceiling(a) * ceiling(b) * unit;
  return p;
}

using Products = std::vector<Product>;
inline constexpr int kNoExponent = -100000;

inline int accumulator_exponent(const mpq_class& c) {
  return c == 0 ? -126 : std::max(floor_log2(c), -126);
}

inline int largest_exponent(const Products& p, std::size_t first, std::size_t count, std::size_t stride = 1) {
  int largest = kNoExponent;
  for (std::size_t i = 0; i < count; i += stride)
    if (p[first + i].value != 0) largest = std::max(largest, p[first + i].exponent);
  return largest;
}

/// CDNA3's second stage: C joins, floors, one rounding to nearest.
inline mpq_class cdna3_tail(const mpq_class& dot, int dot_exponent, const mpq_class& c, bool drops_small_c) {
  const int c_exponent = accumulator_exponent(c);
  const int top = std::max(dot_exponent, c_exponent);
  const mpq_class x = round_to_unit(dot, top - 32, Direction::down);
  const mpq_class y =
      drops_small_c && c_exponent < top - 25 ? mpq_class(0) : round_to_unit(c, top - 24, Direction::down);
  const mpq_class t = round_to_format(x + y, 31, -126, Direction::down);
  return round_to_float32(t);
}

inline mpq_class tr_step(const Products& p, std::size_t first, std::size_t length, const mpq_class& c) {
  const int top = largest_exponent(p, first, length);
  mpq_class dot;
  for (std::size_t i = 0; i < length && top != kNoExponent; ++i)
    dot += round_to_unit(p[first + i].value, top - 24, Direction::toward_zero);
  return cdna3_tail(dot, top, c, false);
}

inline mpq_class gtr_step(const Products& p, std::size_t first, std::size_t length, const mpq_class& c) {
  int tops[2];
  mpq_class sums[2];
  for (std::size_t parity = 0; parity < 2; ++parity) {
    tops[parity] = largest_exponent(p, first + parity, length - parity, 2);
    for (std::size_t i = parity; i < length && tops[parity] != kNoExponent; i += 2)
      sums[parity] += round_to_unit(p[first + i].value, tops[parity] - 24, Direction::toward_zero);
  }
  const int top = std::max(tops[0], tops[1]);
  mpq_class dot;
  if (top != kNoExponent)
    for (const mpq_class& sum : sums) dot += round_to_unit(sum, top - 24, Direction::down);
  return cdna3_tail(dot, top, c, true);
}

/// NVIDIA's sums: so many bits of each term, and fraction bits of the result.
inline mpq_class nv_step(const Products& p, std::size_t first, const mpq_class& c, int bits = 25,
                         int result_bits = 23) {
  const int top = std::max({largest_exponent(p, first, 32), c == 0 ? -133 : accumulator_exponent(c), -133});
  mpq_class sum = round_to_unit(c, top - bits, Direction::toward_zero);
  for (std::size_t i = 0; i < 32; ++i)
    sum += round_to_unit(p[first + i].value, top - bits, Direction::toward_zero);
  return round_to_format(sum, result_bits, -126, Direction::toward_zero);
}

inline mpq_class dot4_step(const Products& p, std::size_t first, const mpq_class& c) {
  const int lead = c == 0 ? kNoExponent : floor_log2(c);
  int grid = std::max(-126, lead) - 26;
  const int top = largest_exponent(p, first, 4);
  if (top != kNoExponent) grid = std::max(grid, top - 24);
  mpq_class total = round_to_unit(c, grid, Direction::down);
  if (grid > -126 && c < 0 && floor_log2(c) < grid) total = 0;
  for (std::size_t pair = 0; pair < 4; pair += 2) {
    const int pair_top = largest_exponent(p, first + pair, 2);
    if (pair_top == kNoExponent) continue;
    mpq_class sum;
    for (std::size_t i = pair; i < pair + 2; ++i)
      sum += round_to_unit(p[first + i].value, pair_top - 24, Direction::down);
    total += round_to_unit(sum, grid, Direction::down);
  }
  return round_to_float32(total);
}

/// The binary32 accumulator after all products, under the hypothesis of that name for gfx950, or sm_90's
/// model. Scales are powers of two already inside the products; blocks of 32 share one.
inline mpq_class accumulate(std::string_view model, const Products& p) {
  mpq_class c;
  const auto each = [&](std::size_t step, const auto& next) {
    for (std::size_t i = 0; i < p.size(); i += step) c = next(i);
  };
  const auto gtr_post = [&](std::size_t length) {
    each(32, [&](std::size_t i) -> mpq_class {
      // Without its scale the block stays clear of binary32's ends; the tests keep the scaled one clear as
      // well.
      mpq_class block;
      for (std::size_t j = 0; j < 32; j += length) block = gtr_step(p, i + j, length, block);
      return round_to_float32(c + block);
    });
  };
  if (model == "exact")
    each(128, [&](std::size_t i) -> mpq_class {
      mpq_class sum = c;
      for (std::size_t j = i; j < i + 128; ++j) sum += p[j].value;
      return round_to_float32(sum);
    });
  if (model == "fma_post")
    each(32, [&](std::size_t i) -> mpq_class {
      mpq_class chain;
      for (std::size_t j = i; j < i + 32; ++j)
        chain = round_to_format(chain + p[j].value, 23, -10000, Direction::nearest_even);
      return round_to_float32(c + round_to_float32(chain));
    });
  if (model == "tr8_inexp") each(8, [&](std::size_t i) { return tr_step(p, i, 8, c); });
  if (model == "tr16_inexp") each(16, [&](std::size_t i) { return tr_step(p, i, 16, c); });
  if (model == "tr32_inexp") each(32, [&](std::size_t i) { return tr_step(p, i, 32, c); });
  if (model == "gtr16_inexp") each(16, [&](std::size_t i) { return gtr_step(p, i, 16, c); });
  if (model == "gtr32_inexp") each(32, [&](std::size_t i) { return gtr_step(p, i, 32, c); });
  if (model == "gtr128_inexp") each(128, [&](std::size_t i) { return gtr_step(p, i, 128, c); });
  if (model == "gtr16_post") gtr_post(16);
  if (model == "gtr32_post") gtr_post(32);
  if (model == "nv_st") each(32, [&](std::size_t i) { return nv_step(p, i, c); });
  if (model == "hopper") each(32, [&](std::size_t i) { return nv_step(p, i, c, 13, 13); });
  if (model == "gfx12_dot4") each(4, [&](std::size_t i) { return dot4_step(p, i, c); });
  return c;
}

}  // namespace lockstep::tests
