// Expected bits of a dense block-scaled product in the order that the kernel declares. Every sum is binary32:
//
//   acc = +0
//   per 128 of k, ascending: acc = one scaled matrix instruction, C = acc, whose first operand is B; past the
//     end of k it has zeros under scales of 1
//
// `splits` equal ranges of these steps are reduced separately and their results added in ascending order.
// Then one rounding, nearest even. Which operand comes first matters to models that multiply a block's sum by
// one scale after the other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emulator/arithmetic/accumulation/arithmetic.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"
#include "reference/operators/mx_gemm.hpp"

namespace lockstep::accumulation {

/// The expected bits in the output's format, [m][n]; NaN is the quiet NaN. `splits` divides the steps.
std::vector<std::uint32_t> expected_bits(const matrix::Model& model, const operators::MxGemm& problem,
                                         const operators::MxGemmData& data, std::int64_t splits);

/// The operands of MxGemmData as an arithmetic has them, with the same indices.
template <typename Code>
struct MxGemmOperands {
  std::span<const Code> a, b, a_scale, b_scale;
};
/// What the same results are made of; `out` has 16 or 32 bits.
std::vector<fingerprint::Fingerprint> expected_terms(const Terms& terms, const operators::MxGemm& problem,
                                                     const MxGemmOperands<fingerprint::Fingerprint>& operands,
                                                     std::int64_t splits);

}  // namespace lockstep::accumulation
