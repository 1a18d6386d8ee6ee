// Exact rationals, and rounding by its definition: the slow and obvious oracle.
#pragma once

#include <algorithm>
#include <cmath>

#include <gmpxx.h>

namespace lockstep::tests {

inline mpq_class power(int exponent) {
  mpq_class one(1), result;
  if (exponent >= 0) {
    mpq_mul_2exp(result.get_mpq_t(), one.get_mpq_t(), unsigned(exponent));
  } else {
    mpq_div_2exp(result.get_mpq_t(), one.get_mpq_t(), unsigned(-exponent));
  }
  return result;
}

/// The largest e with 2^e <= |x|; x is not zero.
inline int floor_log2(const mpq_class& x) {
  const mpq_class magnitude = abs(x);
  int e =
      int(mpz_sizeinbase(magnitude.get_num_mpz_t(), 2)) - int(mpz_sizeinbase(magnitude.get_den_mpz_t(), 2));
  while (power(e) > magnitude) --e;
  while (power(e + 1) <= magnitude) ++e;
  return e;
}

enum class Direction { nearest_even, toward_zero, down };

/// x as a multiple of 2^unit.
inline mpq_class round_to_unit(const mpq_class& x, int unit, Direction direction) {
  const mpq_class scaled = x * power(-unit);
  mpz_class whole;
  mpz_fdiv_q(whole.get_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
  const mpq_class fraction = scaled - whole;
  if (direction == Direction::toward_zero && x < 0 && fraction != 0) ++whole;
  if (direction == Direction::nearest_even) {
    const mpq_class half(1, 2);
    if (fraction > half || (fraction == half && mpz_odd_p(whole.get_mpz_t()) != 0)) ++whole;
  }
  return mpq_class(whole) * power(unit);
}

/// x in a binary format without an upper end.
inline mpq_class round_to_format(const mpq_class& x, int mantissa_bits, int emin, Direction direction) {
  if (x == 0) return x;
  return round_to_unit(x, std::max(floor_log2(x), emin) - mantissa_bits, direction);
}

inline mpq_class round_to_float32(const mpq_class& x, Direction direction = Direction::nearest_even) {
  return round_to_format(x, 23, -126, direction);
}

/// For values whose nearest double is finite.
inline double round_to_double(const mpq_class& x) {
  return round_to_format(x, 52, -1022, Direction::nearest_even).get_d();
}

}  // namespace lockstep::tests
