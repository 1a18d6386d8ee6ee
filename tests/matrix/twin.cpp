#include "tests/matrix/twin.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gmpxx.h>

namespace lockstep::tests {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

mpq_class pow2(int e) {
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 2, static_cast<unsigned long>(std::abs(e)));
  return e >= 0 ? mpq_class(power) : mpq_class(1, power);
}

mpq_class floor_to_integer(const mpq_class& q) {
  mpz_class z;
  mpz_fdiv_q(z.get_mpz_t(), q.get_num_mpz_t(), q.get_den_mpz_t());
  return z;
}

mpq_class truncate_to_integer(const mpq_class& q) {
  mpz_class z;
  mpz_tdiv_q(z.get_mpz_t(), q.get_num_mpz_t(), q.get_den_mpz_t());
  return z;
}

int floor_log2(const mpq_class& q) {
  const mpq_class m = abs(q);
  int e = int(mpz_sizeinbase(m.get_num_mpz_t(), 2)) - int(mpz_sizeinbase(m.get_den_mpz_t(), 2)) - 1;
  while (pow2(e + 1) <= m) ++e;
  return e;
}

// A real number, an infinity or NaN.
struct Extended {
  bool nan = false;
  int infinity = 0;  // its sign
  mpq_class real = 0;
};

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

// A decoded operand: value = significand * 2^exponent, 1 <= |significand| < 2 unless subnormal or zero.
struct Element {
  Extended value;
  mpq_class significand = 0;
  int exponent = 0;
};

Element element(const formats::Format& f, unsigned code) {
  const unsigned field = code >> f.mantissa_bits & ((1u << f.exponent_bits) - 1);
  const unsigned mantissa = code & ((1u << f.mantissa_bits) - 1);
  const unsigned last_field = (1u << f.exponent_bits) - 1;
  const unsigned last_mantissa = (1u << f.mantissa_bits) - 1;
  const int sign = code >> (f.exponent_bits + f.mantissa_bits) & 1 ? -1 : 1;
  if (f.specials == formats::Specials::ieee && field == last_field)
    return mantissa == 0 ? Element{{false, sign, 0}, 0, 0} : Element{{true, 0, 0}, 0, 0};
  if (f.specials == formats::Specials::fn && field == last_field && mantissa == last_mantissa)
    return {{true, 0, 0}, 0, 0};
  Element e;
  e.exponent = field == 0 ? 1 - f.bias : int(field) - f.bias;
  e.significand = sign * (mpq_class(field == 0 ? 0 : 1) + mantissa * pow2(-f.mantissa_bits));
  e.value.real = e.significand * pow2(e.exponent);
  return e;
}

Extended from_float(float x) {
  if (std::isnan(x)) return {true, 0, 0};
  if (std::isinf(x)) return {false, x > 0 ? 1 : -1, 0};
  return {false, 0, mpq_class(double(x))};
}

float round_nearest_even(const Extended& x) {
  if (x.nan) return kNaN;
  if (x.infinity != 0) return x.infinity > 0 ? kInf : -kInf;
  if (x.real == 0) return 0.0f;
  const mpq_class quantum = pow2(std::max(floor_log2(x.real), -126) - 23);
  const mpq_class steps = abs(x.real) / quantum;
  mpq_class whole = floor_to_integer(steps);
  const mpq_class rest = steps - whole;
  const bool odd = mpz_odd_p(whole.get_num_mpz_t()) != 0;
  if (rest > mpq_class(1, 2) || (rest == mpq_class(1, 2) && odd)) whole += 1;
  const mpq_class magnitude = whole * quantum;
  const float result = magnitude >= pow2(128) ? kInf : float(magnitude.get_d());
  return x.real < 0 ? -result : result;
}

bool scale_is_nan(const TwinVector& v) {
  return std::count(v.scales.begin(), v.scales.end(), 255) != 0;
}

Extended scale(unsigned code) {
  return {false, 0, pow2(int(code) - 127)};
}

// Everything summed, rounded once.
float exact(const TwinVector& a, const TwinVector& b, float c) {
  Extended sum = from_float(c);
  for (std::size_t k = 0; k < a.codes.size(); ++k)
    sum = sum + element(*a.format, a.codes[k]).value * element(*b.format, b.codes[k]).value *
                    scale(a.scales[k / 32]) * scale(b.scales[k / 32]);
  return round_nearest_even(sum);
}

// Per 32-block an f32 fused multiply-add chain from zero; times both scales, rounded; added to acc.
float fma_post(const TwinVector& a, const TwinVector& b, float c) {
  float acc = c;
  for (std::size_t block = 0; block < a.scales.size(); ++block) {
    float s = 0.0f;
    for (std::size_t k = 32 * block; k < 32 * (block + 1); ++k)
      s = round_nearest_even(element(*a.format, a.codes[k]).value * element(*b.format, b.codes[k]).value +
                             from_float(s));
    const float x = round_nearest_even(from_float(s) * scale(a.scales[block]) * scale(b.scales[block]));
    if (acc == 0 && x == 0)
      acc = std::signbit(acc) && std::signbit(x) ? -0.0f : 0.0f;
    else
      acc = round_nearest_even(from_float(acc) + from_float(x));
  }
  return acc;
}

struct Aligned {
  mpq_class sum = 0;
  int exponent = -999;
};

// One parity's products: each cut toward zero to 24 fraction bits under the largest exponent.
Aligned parity_sum(const std::vector<Aligned>& products, std::size_t parity) {
  Aligned all;
  for (std::size_t k = parity; k < products.size(); k += 2)
    all.exponent = std::max(all.exponent, products[k].exponent);
  for (std::size_t k = parity; k < products.size(); k += 2)
    if (products[k].sum != 0)
      all.sum +=
          truncate_to_integer(products[k].sum * pow2(24 + products[k].exponent - all.exponent)) / pow2(24);
  return all;
}

float gtr_step(const std::vector<Aligned>& products, float c) {
  const Aligned even = parity_sum(products, 0);
  const Aligned odd = parity_sum(products, 1);
  const int e_dot = std::max(even.exponent, odd.exponent);
  const mpq_class dot = (floor_to_integer(even.sum * pow2(even.exponent - e_dot + 24)) +
                         floor_to_integer(odd.sum * pow2(odd.exponent - e_dot + 24))) /
                        pow2(24);
  const mpq_class value_c = from_float(c).real;
  const int e_c = value_c == 0 ? -126 : std::max(floor_log2(value_c), -126);
  const mpq_class s_c = value_c / pow2(e_c);
  const int e_max = std::max(e_dot, e_c);
  const mpq_class x = floor_to_integer(dot * pow2(e_dot - e_max) * pow2(32)) / pow2(32);
  const mpq_class y =
      e_c < e_max - 25 ? mpq_class(0) : floor_to_integer(s_c * pow2(e_c - e_max) * pow2(24)) / pow2(24);
  mpq_class t = (x + y) * pow2(e_max);
  if (t == 0) return 0.0f;
  const mpq_class unit = pow2(std::max(floor_log2(t), -126) - 31);
  t = floor_to_integer(t / unit) * unit;
  return round_nearest_even({false, 0, t});
}

// Steps of 32; a scaled product of 2^128 or more is infinite.
float gtr32(const TwinVector& a, const TwinVector& b, float c) {
  float acc = c;
  for (std::size_t block = 0; block < a.scales.size(); ++block) {
    std::vector<Aligned> products;
    Extended specials;
    for (std::size_t k = 32 * block; k < 32 * (block + 1); ++k) {
      const Element ea = element(*a.format, a.codes[k]);
      const Element eb = element(*b.format, b.codes[k]);
      const int scale_exponent = int(a.scales[block]) - 127 + int(b.scales[block]) - 127;
      Extended value = ea.value * eb.value * Extended{false, 0, pow2(scale_exponent)};
      if (abs(value.real) >= pow2(128)) value = {false, sgn(value.real), 0};
      if (value.nan || value.infinity != 0) specials = specials + value;
      const mpq_class s = ea.significand * eb.significand;
      products.push_back(s == 0 ? Aligned{} : Aligned{s, ea.exponent + eb.exponent + scale_exponent});
    }
    const Extended extended = from_float(acc);
    if (specials.nan || specials.infinity != 0 || extended.nan || extended.infinity != 0)
      acc = round_nearest_even(specials + Extended{extended.nan, extended.infinity, 0});
    else
      acc = gtr_step(products, acc);
  }
  return acc;
}

}  // namespace

float twin_dot(std::string_view model, const TwinVector& a, const TwinVector& b, float c) {
  if (scale_is_nan(a) || scale_is_nan(b)) return kNaN;
  if (model == "exact") return exact(a, b, c);
  if (model == "fma_post") return fma_post(a, b, c);
  return gtr32(a, b, c);
}

}  // namespace lockstep::tests
