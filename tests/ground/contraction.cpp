// -ffp-contract=off is what keeps a*b+c two roundings, and with them the bits of every reference.
#include <cmath>

#include "tests/catch.hpp"
#include "tests/ground/product_plus.hpp"

namespace {

// (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24: the last term is lost by a product rounded to 24 bits, and all that a
// fused multiply-add leaves when c takes the others away.
constexpr float kFactor = 1 + 0x1p-12F;
constexpr float kMinusRoundedProduct = -(1 + 0x1p-11F);

bool has_fused_instruction() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("fma") != 0;
#else
  return true;
#endif
}

}  // namespace

TEST_CASE("a*b+c is two roundings in project code") {
  if (!has_fused_instruction()) return;
  CHECK(std::fma(kFactor, kFactor, kMinusRoundedProduct) == 0x1p-24F);
  CHECK(product_plus_as_project(kFactor, kFactor, kMinusRoundedProduct) == 0);
}

TEST_CASE("the triple would tell: the same source with contraction gives the fused value") {
  if (!has_fused_instruction()) return;
  CHECK(product_plus_contracted(kFactor, kFactor, kMinusRoundedProduct) == 0x1p-24F);
}
