// The numbers of the twins: exact rationals, infinities and NaN, and what an operand's code stands for.
#pragma once

#include <cstdint>

#include <gmpxx.h>

#include "reference/formats/format.hpp"

namespace lockstep::tests::twin {

mpq_class pow2(int exponent);
/// q * 2^exponent.
mpq_class shifted(const mpq_class& q, int exponent);
int floor_log2(const mpq_class& nonzero);

/// q as a multiple of 2^exponent.
mpq_class floor_to(int exponent, const mpq_class& q);
mpq_class truncate_to(int exponent, const mpq_class& q);

/// A real number, an infinity or NaN.
struct Extended {
  bool nan = false;
  int infinity = 0;  ///< its sign
  mpq_class real = 0;

  bool special() const { return nan || infinity != 0; }
};
Extended operator*(const Extended& x, const Extended& y);
Extended operator+(const Extended& x, const Extended& y);
Extended extended(float x);

/// An operand: value = significand * 2^exponent, 1 <= |significand| < 2 unless it is subnormal or zero;
/// a subnormal has the format's smallest exponent.
struct Element {
  Extended value;
  mpq_class significand = 0;
  int exponent = 0;
  bool negative = false;  ///< a zero, too
};
Element element(const formats::Format& format, std::uint32_t code);

/// As f32. Zero is +0, and a negative number too small for any f32 is -0.
float nearest_even(const Extended& x);
/// A magnitude of 2^128 or more is infinite.
float toward_zero(const Extended& x);

/// IEEE operations in f32, to nearest, with the signs of their zeros.
float ieee_add(float x, float y);
float ieee_fused_multiply_add(const Element& a, const Element& b, float c);

}  // namespace lockstep::tests::twin
