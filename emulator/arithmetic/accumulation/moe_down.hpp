// Expected bits of the MoE down projection in the order that the kernels declare:
//
//   acc = +0
//   for each 128 of k, ascending:
//     acc = one scaled matrix instruction of A and e2m1, C = acc, each 32-block under its two e8m0 scales.
//           Its first operand is B: models that multiply by one scale after the other tell
//   y = acc * weight, one binary32 multiplication
//
// and then, by the form of the output: y rounded to bf16, nearest even, stored or added atomically; or y
// quantised 32 columns at a time. No machine code takes part: only the operator's data and a matrix model.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emulator/arithmetic/accumulation/arithmetic.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"
#include "reference/operators/moe_down.hpp"

namespace lockstep::accumulation {

/// y, [active rows][n]. The problem must satisfy its preconditions, and the data must be the problem's.
std::vector<float> weighted_rows(const matrix::Model& model, const operators::MoeDown& problem,
                                 const operators::MoeDownData& data);

/// The operands of MoeDownData as an arithmetic has them, with the same indices.
template <typename Arithmetic>
struct MoeDownOperands {
  std::span<const typename Arithmetic::Code> a, a_scale, b, b_scale;
  std::span<const typename Arithmetic::Sum> weight;
};
/// What y rounded to bf16 is made of.
std::vector<fingerprint::Fingerprint> bf16_terms(const Terms& terms, const operators::MoeDown& problem,
                                                 const operators::MoeDownData& data,
                                                 const MoeDownOperands<Terms>& operands);

/// silu(gate) * up of the two halves of each row, by reference/operators/silu.hpp: [active rows][n/2].
std::vector<float> gated_rows(const operators::MoeDown& problem, const std::vector<float>& values);

/// Values rounded to bf16, nearest even: what a flat output holds, and what is added to one that accumulates.
/// NaN is the format's quiet NaN.
std::vector<std::uint16_t> to_bf16(const std::vector<float>& values);

/// Rows quantised to MXFP4 or MXFP8 as the kernels do: over 32 neighbours, amax is the largest magnitude in
/// bf16, rounded to nearest even; the scale's code is the exponent field of (bits of amax + 0x200000), less
/// the exponent of the format's largest number, at least 0; the elements are y / scale, nearest even,
/// saturating. A block whose amax is infinite, or that holds a NaN, has scale 255 and elements of code 0.
template <typename Code>
struct MxRows {
  std::vector<Code> codes;   ///< elements
  std::vector<Code> scales;  ///< one scale per 32 elements
};
/// What a quantised form of y is made of.
MxRows<fingerprint::Fingerprint> mx_terms(const Terms& terms, const operators::MoeDown& problem,
                                          const operators::MoeDownData& data,
                                          const MoeDownOperands<Terms>& operands);
MxRows<std::uint8_t> to_mx(const std::vector<float>& values, const formats::Format& element);

}  // namespace lockstep::accumulation
