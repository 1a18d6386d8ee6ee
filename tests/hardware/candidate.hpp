// A candidate for how the hardware adds: a truncated fused dot product with every choice open.
//
// The structure and the first guesses are those published by Xie et al. (arXiv 2511.10909) and Khattak and
// Mikaitis (arXiv 2512.07004). Written apart from emulator/arithmetic/matrix, so that the two check each
// other.
#pragma once

#include "tests/hardware/instruction.hpp"

namespace lockstep::hardware {

inline constexpr int kNoFloor = -100000;

enum class Order : std::uint8_t {
  ascending,
  descending,
  even_odd,  ///< even k, then odd k
  quads,     ///< k % 4 < 2, then the others
};
enum class Round : std::uint8_t { nearest_even, toward_zero };
enum class Nan : std::uint8_t { any, ones, quiet };  ///< as a class; 0x7FFF...; 0x7FF0... plus the quiet bit

struct Candidate {
  int fraction_bits = 25;     ///< kept below the largest exponent when terms are aligned
  int block = 16;             ///< products per fused sum
  int exponent_floor = -133;  ///< the alignment's exponent is at least this
  int result_bits = 23;       ///< fraction bits of a result
  Round round = Round::toward_zero;
  Round align = Round::toward_zero;  ///< nearest_even: to the nearest, ties to even, when terms are aligned
  Order order = Order::ascending;
  Nan nan = Nan::ones;
  bool through_f16 = false;  ///< 8-bit operands become float16 first, so that e4m3's subnormals are normal
  bool c_last = false;       ///< C is added by one IEEE addition after all blocks, which start from +0
  bool overflow_to_max = false;
  bool keep_minus_zero = false;  ///< a negative result too small for any code is -0
  bool ieee_zero = false;        ///< a sum of zeros is -0 when all of them are
  bool flush_in = false, flush_out = false;
  bool specials_before_cut = false;  ///< tf32: a NaN in the ignored bits counts
  bool multiply_add = false;         ///< IEEE fused multiply-adds in order (f64)

  constexpr bool operator==(const Candidate&) const = default;
};

struct Term {
  bool negative = false, infinite = false, nan = false;
  std::uint64_t significand = 0;
  int exponent = 0;  ///< of a significand read as fixed point with the format's fraction bits
};

LOCKSTEP_BOTH Term decode(const Encoding& f, std::uint64_t code, const Candidate& c) {
  Term t;
  t.negative = (code & f.sign()) != 0;
  const std::uint64_t whole = code & (f.sign() - 1);
  const std::uint64_t magnitude = whole >> f.ignored_bits;
  const std::uint64_t ones = f.exponent_ones() >> f.ignored_bits;
  const std::uint64_t mantissa = magnitude & ((std::uint64_t{1} << f.mantissa_bits) - 1);
  if (f.has_infinity && magnitude >= ones) {
    t.nan = mantissa != 0 || (c.specials_before_cut && whole != f.exponent_ones());
    t.infinite = !t.nan;
    return t;
  }
  if (!f.has_infinity && whole == f.sign() - 1) {
    t.nan = true;
    return t;
  }
  const int field = int(magnitude >> f.mantissa_bits);
  t.exponent = field == 0 ? f.emin() : field - f.bias();
  t.significand = field == 0 ? mantissa : mantissa | (std::uint64_t{1} << f.mantissa_bits);
  return t;
}

/// decode() of an operand, with what happens to it before it is multiplied.
LOCKSTEP_BOTH Term operand(const Encoding& f, std::uint64_t code, const Candidate& c) {
  Term t = decode(f, code, c);
  const std::uint64_t one = std::uint64_t{1} << f.mantissa_bits;
  if (c.flush_in && t.significand < one) t.significand = 0;
  if (c.through_f16)
    while (t.significand != 0 && t.significand < one && t.exponent > kF16.emin()) {
      t.significand <<= 1;
      --t.exponent;
    }
  return t;
}

LOCKSTEP_BOTH int leading_bit(std::uint64_t x) {
#ifdef __CUDA_ARCH__
  return 63 - __clzll(static_cast<long long>(x));
#else
  return 63 - __builtin_clzll(x);
#endif
}

LOCKSTEP_BOTH std::uint64_t nan_of(const Encoding& f, const Candidate& c) {
  const std::uint64_t quiet = f.exponent_ones() | (std::uint64_t{1} << (f.mantissa_bits - 1));
  return c.nan == Nan::ones ? f.sign() - 1 : quiet;
}

LOCKSTEP_BOTH bool is_nan(const Encoding& f, std::uint64_t code) {
  return (code & (f.sign() - 1)) > (f.has_infinity ? f.exponent_ones() : f.sign() - 2);
}

/// x / 2^shift, as the rounding says.
LOCKSTEP_BOTH std::uint64_t shift_right(std::uint64_t x, int shift, Round round) {
  if (shift <= 0) return x << -shift;
  if (shift > 63) return 0;
  const std::uint64_t kept = x >> shift, half = std::uint64_t{1} << (shift - 1), rest = x & (2 * half - 1);
  if (round == Round::toward_zero) return kept;
  return kept + (rest > half || (rest == half && (kept & 1)) ? 1 : 0);
}

/// The code of sum * 2^exponent.
LOCKSTEP_BOTH std::uint64_t encode(const Encoding& f, std::int64_t sum, int exponent, int bits, Round round,
                                   const Candidate& c) {
  if (sum == 0) return 0;
  const bool negative = sum < 0;
  const std::uint64_t sign = negative ? f.sign() : 0;
  const std::uint64_t magnitude = negative ? std::uint64_t(-sum) : std::uint64_t(sum);
  const int lead = leading_bit(magnitude) + exponent;
  const int base = lead < f.emin() ? f.emin() : lead;
  const std::uint64_t kept = shift_right(magnitude, base - bits - exponent, round)
                             << (f.mantissa_bits - bits);
  std::uint64_t code = (std::uint64_t(base - f.emin()) << f.mantissa_bits) + kept;
  if (code >= f.exponent_ones()) code = c.overflow_to_max ? f.exponent_ones() - 1 : f.exponent_ones();
  if (c.flush_out && code < (std::uint64_t{1} << f.mantissa_bits)) code = 0;
  if (code == 0) return c.keep_minus_zero ? sign : 0;
  return sign | code;
}

/// x + y, correctly rounded: float16 and float32 only.
LOCKSTEP_BOTH std::uint64_t ieee_add(const Encoding& f, std::uint64_t x, std::uint64_t y,
                                     const Candidate& c) {
  const Term s = decode(f, x, c), t = decode(f, y, c);
  if (s.nan || t.nan || (s.infinite && t.infinite && s.negative != t.negative)) return nan_of(f, c);
  if (s.infinite) return x;
  if (t.infinite) return y;
  if (s.significand == 0 && t.significand == 0) return x & y;
  const Term& large = s.exponent >= t.exponent ? s : t;
  const Term& small = s.exponent >= t.exponent ? t : s;
  // 30 bits below the larger operand's last, with a sticky bit: more than nearest-even needs.
  const int gap = large.exponent - small.exponent;
  std::uint64_t tail = small.significand << 30;
  if (gap > 60) {
    tail = small.significand != 0;
  } else {
    const bool sticky = (tail & ((std::uint64_t{1} << gap) - 1)) != 0;
    tail = (tail >> gap) | (sticky ? 1 : 0);
  }
  const std::int64_t head = std::int64_t(large.significand << 30);
  const std::int64_t sum =
      (large.negative ? -head : head) + (small.negative ? -std::int64_t(tail) : std::int64_t(tail));
  if (sum == 0) return 0;
  return encode(f, sum, large.exponent - f.mantissa_bits - 30, f.mantissa_bits, Round::nearest_even, c);
}

LOCKSTEP_BOTH int position(Order order, int i, int k) {
  switch (order) {
    case Order::ascending:
      return i;
    case Order::descending:
      return k - 1 - i;
    case Order::even_odd:
      return i < k / 2 ? 2 * i : 2 * (i - k / 2) + 1;
    case Order::quads:
      return i < k / 2 ? 4 * (i / 2) + i % 2 : 4 * ((i - k / 2) / 2) + (i - k / 2) % 2 + 2;
  }
  return i;
}

/// One fused sum of the products first..first+block of `a` and `b` (functions from k to a code) and of acc.
template <class A, class B>
LOCKSTEP_BOTH std::uint64_t fused(const Instruction& in, const Candidate& c, int first, int block, const A& a,
                                  const B& b, std::uint64_t acc) {
  const int fraction = in.a.mantissa_bits + in.b.mantissa_bits;
  const Term add = decode(in.d, acc, c);
  bool nan = add.nan, up = add.infinite && !add.negative, down = add.infinite && add.negative;
  bool minus = add.negative;
  int top = c.exponent_floor;
  if (add.significand != 0 && add.exponent > top) top = add.exponent;
  for (int i = first; i < first + block; ++i) {
    const int k = position(c.order, i, in.k);
    const Term x = operand(in.a, a(k), c), y = operand(in.b, b(k), c);
    const bool negative = x.negative != y.negative;
    minus = minus && negative;
    nan = nan || x.nan || y.nan || (x.infinite && !y.infinite && y.significand == 0) ||
          (y.infinite && !x.infinite && x.significand == 0);
    if (x.infinite || y.infinite) {
      up = up || !negative;
      down = down || negative;
    }
    if (x.significand != 0 && y.significand != 0 && x.exponent + y.exponent > top)
      top = x.exponent + y.exponent;
  }
  if (nan || (up && down)) return nan_of(in.d, c);
  if (up || down) return in.d.exponent_ones() | (down ? in.d.sign() : 0);

  std::int64_t sum = 0;
  for (int i = first; i < first + block; ++i) {
    const int k = position(c.order, i, in.k);
    const Term x = operand(in.a, a(k), c), y = operand(in.b, b(k), c);
    if (x.significand == 0 || y.significand == 0) continue;
    const int cut = top - x.exponent - y.exponent + fraction - c.fraction_bits;
    const std::int64_t term = std::int64_t(shift_right(x.significand * y.significand, cut, c.align));
    sum += x.negative != y.negative ? -term : term;
  }
  if (add.significand != 0) {
    const int cut = top - add.exponent + in.d.mantissa_bits - c.fraction_bits;
    const std::int64_t term = std::int64_t(shift_right(add.significand, cut, c.align));
    sum += add.negative ? -term : term;
  }
  if (sum == 0 && c.ieee_zero && minus) return in.d.sign();
  return encode(in.d, sum, top - c.fraction_bits, c.result_bits, c.round, c);
}

LOCKSTEP_BOTH double double_of(std::uint64_t bits) {
#ifdef __CUDA_ARCH__
  return __longlong_as_double(static_cast<long long>(bits));
#else
  return __builtin_bit_cast(double, bits);
#endif
}

LOCKSTEP_BOTH std::uint64_t bits_of(double x) {
#ifdef __CUDA_ARCH__
  return static_cast<std::uint64_t>(__double_as_longlong(x));
#else
  return __builtin_bit_cast(std::uint64_t, x);
#endif
}

/// D of one instruction. a and b map k to a code.
template <class A, class B>
LOCKSTEP_BOTH std::uint64_t predict(const Instruction& in, const Candidate& c, const A& a, const B& b,
                                    std::uint64_t acc) {
  if (c.multiply_add) {
    double sum = double_of(acc);
    for (int i = 0; i < in.k; ++i) {
      const int k = position(c.order, i, in.k);
      sum = __builtin_fma(double_of(a(k)), double_of(b(k)), sum);
    }
    return bits_of(sum);
  }
  std::uint64_t d = c.c_last ? 0 : acc;
  const int block = c.block < in.k ? c.block : in.k;
  for (int first = 0; first < in.k; first += block) d = fused(in, c, first, block, a, b, d);
  return c.c_last ? ieee_add(in.d, d, acc, c) : d;
}

/// Whether the candidate's answer is what was observed.
LOCKSTEP_BOTH bool agrees(const Encoding& f, const Candidate& c, std::uint64_t predicted,
                          std::uint64_t observed) {
  if (predicted == observed) return true;
  return c.nan == Nan::any && is_nan(f, predicted) && is_nan(f, observed);
}

}  // namespace lockstep::hardware
