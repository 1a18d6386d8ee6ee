// The yardstick, and IEEE arithmetic: what rounds where is said by "exact" and by "fused multiply-add".
#include "tests/matrix/twin_models.hpp"
#include "tests/matrix/twin_product.hpp"

namespace lockstep::tests::twin {

// All products and C summed exactly, then rounded once.
float exact(const TwinVector& a, const TwinVector& b, float c) {
  Extended sum = extended(c);
  for (const Product& p : products(a, b, 0, a.codes.size())) sum = sum + p.value;
  return nearest_even(sum);
}

float fma_each_k(const TwinVector& a, const TwinVector& b, float c) {
  for (std::size_t k = 0; k < a.codes.size(); ++k)
    c = ieee_fused_multiply_add(element(*a.format, a.codes[k]), element(*b.format, b.codes[k]), c);
  return c;
}

// rocjitsu: per 32-block a chain from zero, scaled with one rounding, added to C with another. An instruction
// without scales has nothing to wait for: its chain begins at C.
float fma_post(const TwinVector& a, const TwinVector& b, float c) {
  return a.scales.empty() ? fma_each_k(a, b, c) : scaled_after(a, b, c, fma_each_k);
}

}  // namespace lockstep::tests::twin
