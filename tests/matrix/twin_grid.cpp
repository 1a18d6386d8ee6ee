// gfx12_dot4: the WMMA of RDNA4 as captured from an R9700 (ROCm/rocm-systems, fixtures of float_dot), with
// the scales' exponents added to every product's.
#include <algorithm>

#include "tests/matrix/twin_models.hpp"
#include "tests/matrix/twin_product.hpp"

namespace lockstep::tests::twin {
namespace {

constexpr int kNoGrid = -100'000;

// The grid of a product: 24 bits below its exponent. A zero has none.
int grid_of(const Product& p) {
  return p.zero() ? kNoGrid : p.exponent - 24;
}

// C on the grid, floored; but a negative C of which nothing is left counts as 0, not as -1, on any grid above
// the smallest exponent of an f32.
mpq_class accumulator_on(int grid, const mpq_class& c) {
  if (grid > -126 && c < 0 && -c < pow2(grid)) return 0;
  return floor_to(grid, c);
}

float step_of_four(const Products& p, float c) {
  const Extended special = specials(p, c);
  if (special.special()) return nearest_even(special);

  const mpq_class acc = extended(c).real;
  int grid = std::max(acc == 0 ? -126 : floor_log2(acc), -126) - 26;
  for (const Product& product : p) grid = std::max(grid, grid_of(product));

  mpq_class total = accumulator_on(grid, acc);
  for (std::size_t i = 0; i < p.size(); i += 2) {
    const int of_pair = std::max(grid_of(p[i]), grid_of(p[i + 1]));
    if (of_pair == kNoGrid) continue;
    total += floor_to(grid, floor_to(of_pair, p[i].value.real) + floor_to(of_pair, p[i + 1].value.real));
  }
  const float result = nearest_even({false, 0, total});
  return result == 0 ? 0.0f : result;
}

}  // namespace

float gfx12_dot4(const TwinVector& a, const TwinVector& b, float c) {
  return in_steps(a, b, c, 4, step_of_four);
}

}  // namespace lockstep::tests::twin
