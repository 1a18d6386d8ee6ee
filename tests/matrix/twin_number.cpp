#include "tests/matrix/twin_number.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep::tests::twin {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

mpq_class floor_to_integer(const mpq_class& q) {
  mpz_class z;
  mpz_fdiv_q(z.get_mpz_t(), q.get_num_mpz_t(), q.get_den_mpz_t());
  return z;
}

// A real's magnitude in units of its last place as an f32.
struct Steps {
  mpq_class quantum, whole, rest;
};

Steps steps_of(const mpq_class& real) {
  const mpq_class quantum = pow2(std::max(floor_log2(real), -126) - 23);
  const mpq_class steps = abs(real) / quantum;
  const mpq_class whole = floor_to_integer(steps);
  return {quantum, whole, steps - whole};
}

float signed_float(const mpq_class& magnitude, bool negative) {
  const float result = magnitude >= pow2(128) ? kInf : float(magnitude.get_d());
  return negative ? -result : result;
}

float of_special(const Extended& x) {
  if (x.nan) return kNaN;
  return x.infinity > 0 ? kInf : -kInf;
}

}  // namespace

mpq_class pow2(int exponent) {
  return shifted(1, exponent);
}

mpq_class shifted(const mpq_class& q, int exponent) {
  mpq_class result;
  if (exponent >= 0)
    mpq_mul_2exp(result.get_mpq_t(), q.get_mpq_t(), mp_bitcnt_t(exponent));
  else
    mpq_div_2exp(result.get_mpq_t(), q.get_mpq_t(), mp_bitcnt_t(-exponent));
  return result;
}

int floor_log2(const mpq_class& nonzero) {
  const mpq_class m = abs(nonzero);
  const int e = int(mpz_sizeinbase(m.get_num_mpz_t(), 2)) - int(mpz_sizeinbase(m.get_den_mpz_t(), 2));
  return pow2(e) <= m ? e : e - 1;
}

mpq_class floor_to(int exponent, const mpq_class& q) {
  return shifted(floor_to_integer(shifted(q, -exponent)), exponent);
}

mpq_class truncate_to(int exponent, const mpq_class& q) {
  return q < 0 ? mpq_class(-floor_to(exponent, -q)) : floor_to(exponent, q);
}

Extended operator*(const Extended& x, const Extended& y) {
  if (x.nan || y.nan) return {true, 0, 0};
  const int sx = x.infinity != 0 ? x.infinity : sgn(x.real);
  const int sy = y.infinity != 0 ? y.infinity : sgn(y.real);
  if (x.infinity != 0 || y.infinity != 0) return {sx * sy == 0, sx * sy, 0};
  return {false, 0, x.real * y.real};
}

Extended operator+(const Extended& x, const Extended& y) {
  if (x.nan || y.nan || x.infinity * y.infinity < 0) return {true, 0, 0};
  if (x.infinity != 0 || y.infinity != 0) return {false, x.infinity != 0 ? x.infinity : y.infinity, 0};
  return {false, 0, x.real + y.real};
}

Extended extended(float x) {
  if (std::isnan(x)) return {true, 0, 0};
  if (std::isinf(x)) return {false, x > 0 ? 1 : -1, 0};
  return {false, 0, mpq_class(double(x))};
}

Element element(const formats::Format& f, std::uint32_t code) {
  const std::uint32_t sign_bit = 1u << (f.exponent_bits + f.mantissa_bits);
  const std::uint32_t last_field = (1u << f.exponent_bits) - 1, last_mantissa = (1u << f.mantissa_bits) - 1;
  const std::uint32_t field = code >> f.mantissa_bits & last_field, mantissa = code & last_mantissa;
  Element e;
  e.negative = (code & sign_bit) != 0;
  const bool ends = field == last_field;
  if (f.specials == formats::Specials::ieee && ends && mantissa == 0) {
    e.value.infinity = e.negative ? -1 : 1;
    return e;
  }
  if ((f.specials == formats::Specials::ieee && ends) ||
      (f.specials == formats::Specials::fn && ends && mantissa == last_mantissa) ||
      (f.specials == formats::Specials::fnuz && code == sign_bit)) {
    e.value.nan = true;
    return e;
  }
  e.exponent = field == 0 ? 1 - f.bias : int(field) - f.bias;
  const int magnitude = int(field == 0 ? mantissa : mantissa | 1u << f.mantissa_bits);
  e.significand = shifted(e.negative ? -magnitude : magnitude, -f.mantissa_bits);
  e.value.real = shifted(e.significand, e.exponent);
  return e;
}

float nearest_even(const Extended& x) {
  if (x.special()) return of_special(x);
  if (x.real == 0) return 0.0f;
  Steps steps = steps_of(x.real);
  const bool odd = mpz_odd_p(steps.whole.get_num_mpz_t()) != 0;
  if (steps.rest > mpq_class(1, 2) || (steps.rest == mpq_class(1, 2) && odd)) steps.whole += 1;
  return signed_float(steps.whole * steps.quantum, x.real < 0);
}

float toward_zero(const Extended& x) {
  if (x.special()) return of_special(x);
  if (x.real == 0) return 0.0f;
  const Steps steps = steps_of(x.real);
  return signed_float(steps.whole * steps.quantum, x.real < 0);
}

float ieee_add(float x, float y) {
  if (x == 0 && y == 0) return std::signbit(x) && std::signbit(y) ? -0.0f : 0.0f;
  return nearest_even(extended(x) + extended(y));
}

float ieee_fused_multiply_add(const Element& a, const Element& b, float c) {
  const Extended product = a.value * b.value;
  if (!product.special() && product.real == 0 && c == 0)
    return a.negative != b.negative && std::signbit(c) ? -0.0f : 0.0f;
  return nearest_even(product + extended(c));
}

}  // namespace lockstep::tests::twin
