// Expected bits of the tensor-wise GEMM in the order that the gfx950 kernels declare:
//
//   k is cut into 128-blocks, the last of them filled up with zeros, and the blocks into `splits` runs of
//   ceil(blocks / splits), the last ones shorter or empty; for each run, ascending:
//     acc = +0
//     for each of its blocks, ascending: acc = one unscaled 16x16x128 matrix instruction, whose first
//     operand is B, C = acc
//   sum = the first run's acc; then, ascending, sum = sum + the next run's acc, in binary32
//   v = sum * (a_scale * b_scale), both products in binary32
//   v = v + D, in binary32, when accumulating
//   D = v rounded to the output format, nearest even
//
// On sm_90 a block is four wgmma instructions, each adding the next 32 of its k to acc.
//
// No machine code takes part: only the operator's data and a matrix model.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emulator/arithmetic/accumulation/arithmetic.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"
#include "reference/operators/tensorwise_gemm.hpp"

namespace lockstep::accumulation {

/// The expected bits in the output format, [rows][n] for each product; NaN is the format's quiet NaN. The
/// problem must satisfy its preconditions, and the data must be the problem's.
std::vector<std::uint16_t> expected_bits(const matrix::Model& model, const operators::TensorwiseGemm& problem,
                                         const operators::TensorwiseData& data, std::int64_t splits);

/// The operands of TensorwiseData as an arithmetic has them, with the same indices; c is empty unless
/// accumulate.
template <typename Arithmetic>
struct TensorwiseOperands {
  std::span<const typename Arithmetic::Code> a, b;
  typename Arithmetic::Sum a_scale, b_scale;
  std::span<const typename Arithmetic::Sum> c{};
};
/// What the same results are made of.
std::vector<fingerprint::Fingerprint> expected_terms(const Terms& terms,
                                                     const operators::TensorwiseGemm& problem,
                                                     const TensorwiseOperands<Terms>& operands,
                                                     std::int64_t splits);

}  // namespace lockstep::accumulation
