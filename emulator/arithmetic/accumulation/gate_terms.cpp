#include "emulator/arithmetic/accumulation/gate_terms.hpp"

namespace lockstep::accumulation {

GateTerms::Number GateTerms::number(float x) const {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  Number n{hasher_.constant(bits)};
  for (unsigned b = 0; b < 4; ++b) n.bytes[b] = hasher_.of({std::uint8_t(bits >> 8 * b)});
  return n;
}

GateTerms::Number GateTerms::of_term(Fingerprint term) const {
  Number n{hasher_.value_of(term)};
  for (unsigned b = 0; b < 4; ++b) n.bytes[b] = hasher_.byte_of(term, b);
  return n;
}

GateTerms::Number GateTerms::select(Fingerprint bit, Number zero, Number one) const {
  std::array<fingerprint::Byte, 4> bytes;
  Number n;
  for (unsigned b = 0; b < 4; ++b)
    n.bytes[b] = bytes[b].from = hasher_.select(bit, zero.bytes[b], one.bytes[b]);
  n.value = hasher_.value(bytes);
  return n;
}

fingerprint::Fingerprint GateTerms::instruction(std::string_view name,
                                                std::initializer_list<Fingerprint> operands) const {
  constexpr std::uint64_t kDenormalsAndNearestEven = 0xF0;  // MODE
  return hasher_.apply(name, kDenormalsAndNearestEven, std::span(operands.begin(), operands.size()));
}

GateTerms::Number GateTerms::divided(Number a, Number b) const {
  const Fingerprint scales_a = instruction("v_div_scale_f32", {a.value, b.value, a.value}),
                    scales_b = instruction("v_div_scale_f32", {b.value, b.value, a.value});
  const Number over = of_term(scales_a), under = of_term(scales_b), less_under = negated(under);
  Number reciprocal = of_term(instruction("v_rcp_f32", {under.value}));
  reciprocal = fused(fused(less_under, reciprocal, number(1)), reciprocal, reciprocal);
  Number quotient = times(over, reciprocal);
  quotient = fused(fused(less_under, quotient, over), reciprocal, quotient);
  const Number rest = fused(less_under, quotient, over);
  const Number unscaled =
      of_term(instruction("v_div_fmas_f32", {rest.value, reciprocal.value, quotient.value, scales_a}));
  return of_term(instruction("v_div_fixup_f32", {unscaled.value, b.value, a.value}));
}

}  // namespace lockstep::accumulation
