// gfx950's hypotheses of CDNA3's datapath: steps of other lengths, block scales in the products' exponents or
// after a block's sum.
#include "tests/matrix/twin_models.hpp"

namespace lockstep::tests::twin {
namespace {

float tr_step(const Products& products, float c) {
  return tr(products, c, newest);
}
float gtr_step(const Products& products, float c) {
  return gtr(products, c, newest);
}

}  // namespace

float tr8(const TwinVector& a, const TwinVector& b, float c) {
  return in_steps(a, b, c, 8, tr_step);
}
float tr16(const TwinVector& a, const TwinVector& b, float c) {
  return in_steps(a, b, c, 16, tr_step);
}
float tr32(const TwinVector& a, const TwinVector& b, float c) {
  return in_steps(a, b, c, 32, tr_step);
}
float gtr16(const TwinVector& a, const TwinVector& b, float c) {
  return in_steps(a, b, c, 16, gtr_step);
}
float gtr32(const TwinVector& a, const TwinVector& b, float c) {
  return in_steps(a, b, c, 32, gtr_step);
}
float gtr_whole(const TwinVector& a, const TwinVector& b, float c) {
  return in_steps(a, b, c, a.codes.size(), gtr_step);
}

// An instruction without scales has nothing to wait for: its steps begin at C.
float gtr16_post(const TwinVector& a, const TwinVector& b, float c) {
  return a.scales.empty() ? gtr16(a, b, c) : scaled_after(a, b, c, gtr16);
}
float gtr32_post(const TwinVector& a, const TwinVector& b, float c) {
  return a.scales.empty() ? gtr32(a, b, c) : scaled_after(a, b, c, gtr32);
}

}  // namespace lockstep::tests::twin
