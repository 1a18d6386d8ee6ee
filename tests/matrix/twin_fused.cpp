// nv_st: Blackwell's T-FDPA (arXiv 2511.10909), with block scales as in its kind::mxf8f6f4: their exponents
// are added to every product's. That no sum is -0 was measured on Hopper.
#include <algorithm>

#include "tests/matrix/twin_models.hpp"
#include "tests/matrix/twin_product.hpp"

namespace lockstep::tests::twin {
namespace {

constexpr int kFractionBits = 25;
constexpr int kExponentOfZero = -133;

float t_fdpa(const Products& products, float c) {
  const Extended special = specials(products, c);
  if (special.special()) return toward_zero(special);

  const Extended acc = extended(c);
  const int e_c = std::max(acc.real == 0 ? -126 : floor_log2(acc.real), -126);
  int e_max = acc.real == 0 ? kExponentOfZero : e_c;
  for (const Product& p : products) e_max = std::max(e_max, p.zero() ? kExponentOfZero : p.exponent);

  mpq_class sum = truncate_to(e_max - kFractionBits, acc.real);
  for (const Product& p : products) sum += truncate_to(e_max - kFractionBits, p.value.real);
  const float result = toward_zero({false, 0, sum});
  return result == 0 ? 0.0f : result;
}

}  // namespace

float nv_st_8(const TwinVector& a, const TwinVector& b, float c) {
  return in_steps(a, b, c, 32, t_fdpa);
}
float nv_st_16(const TwinVector& a, const TwinVector& b, float c) {
  return in_steps(a, b, c, 16, t_fdpa);
}

}  // namespace lockstep::tests::twin
