// The inputs of one tile as a pure function of (seed, tile number, position): no tables, no state, integers
// only, so the GPU, the CPU and next year's reader all draw the same operands.
#pragma once

#include "tests/hardware/instruction.hpp"

namespace lockstep::hardware {

inline constexpr const char* kRegimes[] = {
    "any bits",    // every code, specials included
    "finite",      // every finite code
    "narrow",      // exponents within four of each other
    "gaps",        // exponents 0..40 apart
    "cancelling",  // products in pairs that cancel, up to a flipped last bit
    "subnormal",   // subnormal and least normal operands
    "tiny",        // products around and below the smallest results: the floor of the alignment; some sparse
    "zeros",       // three of four operands are +0 or -0, some rows and columns all of one zero
    "overflow",    // results around the largest finite one
    "specials",    // NaN, Inf, zero, largest: one per row or column, in every position
    "far C",       // C from 2^-45 to 2^45 of the products
    "sparse",      // two products and C, 0..40 apart
};
inline constexpr int kRegimeCount = int(sizeof kRegimes / sizeof *kRegimes);

/// One operand element of each side is 1, the others 0: shows where each element lies.
inline constexpr int kOneHot = kRegimeCount;

enum Regime {
  any_bits,
  finite,
  narrow,
  gaps,
  cancelling,
  subnormal,
  tiny,
  zeros,
  overflow,
  specials,
  far_c,
  sparse
};

/// Chain lengths, in turn.
inline constexpr int kMaxSteps = 4;

struct Tile {
  std::uint64_t key;
  int regime, steps;
  bool accumulate;  ///< false: wgmma with scale-d = 0, which ignores C
  bool powers;      ///< operands are powers of two, so that ties are common
  int a_exponent, b_exponent, spread, c_low, c_high, partner;
  bool borderline;  ///< two products only: one as large as the smallest results, one where alignment ends
  int border_a, border_b;
  int hot_row, hot_column, hot_a, hot_b;  ///< kOneHot: A[hot_row][hot_a] and B[hot_b][hot_column] are 1
};

LOCKSTEP_BOTH std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

LOCKSTEP_BOTH int uniform(std::uint64_t draw, int low, int high) {
  return low + int(std::uint32_t(draw) % std::uint32_t(high - low + 1));
}

LOCKSTEP_BOTH int clamp(int x, int low, int high) {
  return x < low ? low : x > high ? high : x;
}

/// The code of a finite value with that leading exponent (below emin: a subnormal, or zero), saturating.
LOCKSTEP_BOTH std::uint64_t code_of(const Encoding& f, bool negative, int exponent, std::uint64_t random) {
  const int bits = f.mantissa_bits;
  exponent = exponent > f.emax() ? f.emax() : exponent;
  std::uint64_t magnitude = random & ((std::uint64_t{1} << bits) - 1);
  if (exponent >= f.emin()) {
    magnitude |= std::uint64_t(exponent - f.emin() + 1) << bits;
  } else {
    const int shift = f.emin() - exponent;
    magnitude = shift > bits ? 0 : (magnitude | (std::uint64_t{1} << bits)) >> shift;
  }
  if (!f.has_infinity && magnitude == f.exponent_ones() + ((std::uint64_t{1} << bits) - 1)) --magnitude;
  const std::uint64_t ignored = (random >> 11) & ((std::uint64_t{1} << f.ignored_bits) - 1);
  return (negative ? f.sign() : 0) | (magnitude << f.ignored_bits) | ignored;
}

LOCKSTEP_BOTH std::uint64_t code_mask(const Encoding& f) {
  return f.sign() | (f.sign() - 1);
}

/// Infinities, NaNs of both kinds, a NaN whose mantissa lies in the ignored bits, zeros, the largest.
LOCKSTEP_BOTH std::uint64_t special(const Encoding& f, std::uint64_t draw) {
  const std::uint64_t sign = (draw >> 32) & 1 ? f.sign() : 0;
  const std::uint64_t quiet = std::uint64_t{1} << (f.mantissa_bits + f.ignored_bits - 1);
  const std::uint64_t all = f.sign() - 1;
  switch (std::uint32_t(draw) % 8) {
    case 0:
    case 1:
      return sign | (f.has_infinity ? f.exponent_ones() : all);
    case 2:
      return sign | (f.has_infinity ? f.exponent_ones() | quiet : all);
    case 3:
      return sign | (f.has_infinity ? f.exponent_ones() + (std::uint64_t{1} << f.ignored_bits) : all);
    case 4:
      return sign | (f.has_infinity ? f.exponent_ones() + 1 : all);
    case 5:
      return sign | (f.has_infinity ? f.exponent_ones() - 1 : all - 1);
    default:
      return sign;
  }
}

/// Splits the exponent of a typical product between the operands, as far as they reach.
LOCKSTEP_BOTH void aim(Tile& t, const Instruction& in, int target, std::uint64_t draw) {
  const int a_low = in.a.emin() - in.a.mantissa_bits, b_low = in.b.emin() - in.b.mantissa_bits;
  const int low = target - in.b.emax() > a_low ? target - in.b.emax() : a_low;
  const int high = target - b_low < in.a.emax() ? target - b_low : in.a.emax();
  t.a_exponent = low <= high ? uniform(draw, low, high) : in.a.emax();
  t.b_exponent = clamp(target - t.a_exponent, b_low, in.b.emax());
}

LOCKSTEP_BOTH Tile tile(const Instruction& in, std::uint64_t seed, std::uint64_t number) {
  Tile t{};
  t.key = mix(seed ^ mix(number));
  t.regime = int(number % kRegimeCount);
  const int turn = int(number / kRegimeCount % 4);
  t.steps = turn < 2 ? 1 : turn == 2 ? 2 : kMaxSteps;
  t.accumulate = in.family == Family::mma || (t.key >> 60) != 0;
  t.powers = (t.key >> 44) % 4 == 0;
  t.spread = 3;
  t.partner = uniform(t.key >> 24, 1, in.k * t.steps - 1);
  t.a_exponent = t.b_exponent = 0;
  t.c_low = -6;
  t.c_high = 5;
  const std::uint64_t draw = mix(t.key);
  const int a_least = in.a.emin() - in.a.mantissa_bits, b_least = in.b.emin() - in.b.mantissa_bits;
  switch (t.regime) {
    case gaps:
    case sparse:
      t.spread = uniform(t.key, 0, 20);
      t.a_exponent = clamp(t.spread / 2, 0, in.a.emax());
      t.b_exponent = clamp(t.spread / 2, 0, in.b.emax());
      t.c_low = t.a_exponent + t.b_exponent - 43;
      t.c_high = t.a_exponent + t.b_exponent + 4;
      break;
    case cancelling:
      t.spread = uniform(t.key, 0, 12);
      t.c_low = -50;
      break;
    case subnormal:
      t.a_exponent = in.a.emin() + 1;
      t.b_exponent = (t.key >> 8) & 1 ? in.b.emin() + 1 : clamp(uniform(t.key >> 9, -4, 8), -4, in.b.emax());
      t.spread = in.a.mantissa_bits + 1;
      t.c_low = in.d.emin() - in.d.mantissa_bits;
      t.c_high = (t.key >> 20) & 1 ? in.d.emin() + 3 : clamp(t.a_exponent + t.b_exponent, t.c_low, 0);
      break;
    case tiny: {
      const int result = in.d.emin() - in.d.mantissa_bits;
      int low = result - 24, high = in.d.emin() + 12;
      if (low < a_least + b_least) low = a_least + b_least;
      if (low > high) high = in.a.emin() + in.b.emin() + 8;
      t.borderline = t.powers && (t.key >> 52) % 4 != 0;
      if (t.borderline) {
        const int border = result - 1 + uniform(t.key >> 12, 0, 2), least = a_least + b_least;
        aim(t, in, border > least ? border : least, mix(draw));
        t.border_a = t.a_exponent;
        t.border_b = t.b_exponent;
        low = result - 30 > least ? result - 30 : least;
        high = result - 5 > low ? result - 5 : low;
      }
      aim(t, in, uniform(t.key, low, high), draw);
      t.spread = (t.key >> 40) % 4 == 0 ? 20 : uniform(t.key >> 32, 0, 6);
      if (t.borderline) t.spread = uniform(t.key >> 32, 0, 1);
      t.c_low = result;
      t.c_high = result + 12;
      break;
    }
    case overflow:
      aim(t, in, uniform(t.key, in.d.emax() - 8, in.d.emax() + 2), draw);
      t.spread = 2;
      t.c_low = in.d.emax() - 10;
      t.c_high = in.d.emax();
      break;
    case far_c:
      t.c_low = -47;
      t.c_high = 47;
      break;
    default:
      break;
  }
  return t;
}

/// Steps of a one-hot tile, and how many such tiles there are.
inline constexpr int kOneHotSteps = 2;
constexpr std::uint64_t one_hot_tiles(const Instruction& in) {
  return std::uint64_t(in.m) * std::uint64_t(in.n) * std::uint64_t(in.k * kOneHotSteps) *
         std::uint64_t(in.k * kOneHotSteps);
}

LOCKSTEP_BOTH Tile one_hot_tile(const Instruction& in, std::uint64_t number) {
  Tile t{};
  t.regime = kOneHot;
  t.steps = kOneHotSteps;
  t.accumulate = true;
  const std::uint64_t k = std::uint64_t(in.k * kOneHotSteps);
  t.hot_a = int(number % k);
  t.hot_b = int(number / k % k);
  t.hot_column = int(number / (k * k) % std::uint64_t(in.n));
  t.hot_row = int(number / (k * k * std::uint64_t(in.n)));
  return t;
}

/// A small whole number; its own at each position of a tile.
LOCKSTEP_BOTH std::uint64_t whole_code(const Encoding& f, int value) {
  if (value == 0) return 0;
  int lead = 0;
  while (value >> (lead + 1)) ++lead;
  const int shift = f.mantissa_bits - lead;
  return ((std::uint64_t(lead + f.bias() - 1) << f.mantissa_bits) + (std::uint64_t(value) << shift))
         << f.ignored_bits;
}

LOCKSTEP_BOTH std::uint64_t one_hot_result(const Instruction& in, const Tile& t, int row, int column) {
  const bool hit = row == t.hot_row && column == t.hot_column && t.hot_a == t.hot_b;
  return whole_code(in.d, row * in.n + column + (hit ? 1 : 0));
}

LOCKSTEP_BOTH std::uint64_t draw_at(const Tile& t, int side, int line, int k) {
  return mix(t.key + (std::uint64_t(side) << 40) + (std::uint64_t(line) << 20) + std::uint64_t(k));
}

LOCKSTEP_BOTH std::uint64_t plain_element(const Tile& t, const Encoding& f, int side, int line, int k) {
  const std::uint64_t draw = draw_at(t, side, line, k);
  const bool negative = draw & 1;
  const int top = side == 0 ? t.a_exponent : t.b_exponent;
  const std::uint64_t mantissa = t.powers ? 0 : (draw >> 8) % 8 == 0 ? ~std::uint64_t{0} : mix(draw);
  if (t.regime == any_bits) return mix(draw) & code_mask(f);
  if (t.regime == finite) return code_of(f, negative, uniform(draw >> 32, f.emin() - 1, f.emax()), mix(draw));
  if (t.regime == zeros && (draw >> 4) % 4 != 0) return negative ? f.sign() : 0;
  return code_of(f, negative, top - uniform(draw >> 32, 0, t.spread), mantissa);
}

/// The operand A[line][k] (side 0) or B[k][line] (side 1), k counted along the whole chain.
LOCKSTEP_BOTH std::uint64_t element(const Instruction& in, const Tile& t, int side, int line, int k) {
  const Encoding& f = side == 0 ? in.a : in.b;
  if (t.regime == kOneHot) {
    const bool hot = side == 0 ? line == t.hot_row && k == t.hot_a : line == t.hot_column && k == t.hot_b;
    return whole_code(f, hot ? 1 : 0);
  }
  if (t.regime == cancelling) {
    int top = 1;
    while (top * 2 <= t.partner) top *= 2;
    if (k & top) {
      const std::uint64_t twin = plain_element(t, f, side, line, k ^ t.partner);
      if (side == 1) return twin;
      const bool nudge = draw_at(t, 2, line, k) % 8 == 0;
      return (twin ^ f.sign()) ^ (nudge ? std::uint64_t{1} << f.ignored_bits : 0);
    }
  }
  if (t.regime == sparse || (t.regime == tiny && t.powers)) {
    const int total = in.k * t.steps, first = t.partner % total;
    const int second = uniform(t.key >> 40, 0, total - 1);
    if (k != first && k != second) return draw_at(t, side, line, k) & 1 ? f.sign() : 0;
    if (t.borderline && k == first)
      return code_of(f, draw_at(t, side, line, k) & 1, side == 0 ? t.border_a : t.border_b, 0);
  }
  if (t.regime == zeros) {
    const std::uint64_t whole = draw_at(t, 3 + side, line, 0);
    if (whole % 4 == 0) return (whole >> 8) & 1 ? f.sign() : 0;
    if (whole % 4 == 1) return plain_element(t, f, side, line, k) & (f.sign() - 1);
  }
  if (t.regime == specials) {
    const std::uint64_t where = draw_at(t, 3 + side, line, 0);
    if (k == uniform(where, 0, 2 * in.k * t.steps - 1)) return special(f, mix(where));
  }
  return plain_element(t, f, side, line, k);
}

/// C[row][column].
LOCKSTEP_BOTH std::uint64_t accumulator(const Instruction& in, const Tile& t, int row, int column) {
  const Encoding& f = in.d;
  if (t.regime == kOneHot) return whole_code(f, row * in.n + column);
  if (!t.accumulate) return 0;
  const std::uint64_t draw = draw_at(t, 5, row, column);
  const bool negative = draw & 1;
  if (t.regime == any_bits) return mix(draw) & code_mask(f);
  if ((draw >> 1) % 4 == 0) return negative && (draw >> 3) & 1 ? f.sign() : 0;
  if (t.regime == finite) return code_of(f, negative, uniform(draw >> 32, f.emin() - 1, f.emax()), mix(draw));
  if (t.regime == specials && (draw >> 8) % 16 == 0) return special(f, mix(draw));
  if (t.regime == zeros && (draw >> 8) % 4 == 0)
    return code_of(f, negative, uniform(draw >> 32, f.emin() - f.mantissa_bits, f.emin() + 2), mix(draw));
  return code_of(f, negative, uniform(draw >> 32, t.c_low, t.c_high),
                 (draw >> 4) % 8 == 0 ? ~std::uint64_t{0} : mix(draw));
}

}  // namespace lockstep::hardware
