// gfx942: how many products make a step, for each kind of operand.
#include "tests/matrix/twin_models.hpp"

namespace lockstep::tests::twin {
namespace {

template <Tail* kTail>
float tr_step(const Products& products, float c) {
  return tr(products, c, kTail);
}
template <Tail* kTail>
float gtr_step(const Products& products, float c) {
  return gtr(products, c, kTail);
}

// The low 13 bits of an f32 are cut before anything else is seen of it.
TwinVector upper_bits(TwinVector v) {
  for (std::uint32_t& code : v.codes) code &= ~0x1FFFu;
  return v;
}

}  // namespace

template <Tail* kTail>
float cdna3_8(const TwinVector& a, const TwinVector& b, float c) {
  return in_steps(a, b, c, 16, gtr_step<kTail>);
}

template <Tail* kTail>
float cdna3_16(const TwinVector& a, const TwinVector& b, float c) {
  return in_steps(a, b, c, 8, tr_step<kTail>);
}

template <Tail* kTail>
float cdna3_xf32(const TwinVector& a, const TwinVector& b, float c) {
  return in_steps(upper_bits(a), upper_bits(b), c, 4, tr_step<kTail>);
}

template float cdna3_8<newest>(const TwinVector&, const TwinVector&, float);
template float cdna3_16<newest>(const TwinVector&, const TwinVector&, float);
template float cdna3_xf32<newest>(const TwinVector&, const TwinVector&, float);
template float cdna3_8<v1>(const TwinVector&, const TwinVector&, float);
template float cdna3_16<v1>(const TwinVector&, const TwinVector&, float);
template float cdna3_xf32<v1>(const TwinVector&, const TwinVector&, float);
template float cdna3_8<v2a>(const TwinVector&, const TwinVector&, float);
template float cdna3_16<v2a>(const TwinVector&, const TwinVector&, float);
template float cdna3_xf32<v2a>(const TwinVector&, const TwinVector&, float);
template float cdna3_8<khattak>(const TwinVector&, const TwinVector&, float);
template float cdna3_16<khattak>(const TwinVector&, const TwinVector&, float);
template float cdna3_xf32<khattak>(const TwinVector&, const TwinVector&, float);

}  // namespace lockstep::tests::twin
