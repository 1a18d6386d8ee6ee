// Expected bits of the grouped GEMM in the order that the kernels declare. With e8m0 scales (gfx950):
//
//   acc = +0
//   for each 128-block of k, ascending:
//     acc = one scaled 16x16x128 matrix instruction, C = acc; the row's A scale and the column block's B
//           scale each stand in all four 32-blocks of the instruction
//   D = acc rounded to the output format, nearest even
//
// With f32 scales (gfx942), whose matrix instruction has none:
//
//   acc = +0
//   for each 64-block of k, ascending:
//     r = a 16x16x32 matrix instruction on k = 16 q + 0..7 of the block, q = 0..3 in turn, C = +0
//     r = another on k = 16 q + 8..15, C = r
//     t = r * sA, rounded;   acc = fma(t, sB, acc)
//   D as above
//
// and on sm_90 per 128-block, r = four wgmma instructions, each on the next 32 of its k, the first with C =
// +0; or t = sA * sB, rounded; acc = fma(r, t, acc), where ScaleOrder says so.
//
// No machine code takes part: only the operator's data and a matrix model.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emulator/arithmetic/accumulation/arithmetic.hpp"
#include "emulator/arithmetic/accumulation/block_scaled_product.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"
#include "reference/operators/grouped_gemm.hpp"
#include "reference/operators/grouped_gemm_k.hpp"

namespace lockstep::accumulation {

/// The expected bits in the output format, [active rows][n]; NaN is the format's quiet NaN. The problem must
/// satisfy its preconditions, and the data must be the problem's. Rows are independent of each other, so they
/// are replayed sixteen of a group at a time, whatever tiles a kernel uses.
std::vector<std::uint16_t> expected_bits(const matrix::Model& model, const operators::GroupedGemm& problem,
                                         const operators::GroupedGemmData& data,
                                         ScaleOrder order = ScaleOrder::row_first);

/// The operands of GroupedGemmData as an arithmetic has them, with the same indices.
template <typename Code>
struct GroupedGemmOperands {
  std::span<const Code> a, a_scale, b, b_scale;
};
/// What the same results are made of, [active rows][n]. Of the data only rows and planes are used.
std::vector<fingerprint::Fingerprint> expected_terms(
    const Terms& terms, const operators::GroupedGemm& problem, const operators::GroupedGemmData& data,
    const GroupedGemmOperands<fingerprint::Fingerprint>& operands, ScaleOrder order = ScaleOrder::row_first);

// Expected bits of the grouped GEMM whose groups cut the reduction, in the order that the kernels declare:
// within a group the sum of block_scaled_product.hpp, then, where there is an addend, one addition of it,
// rounded. A group without k leaves the addend's bits, or +0.

/// The expected bits in binary32, [written groups][m][n].
std::vector<std::uint32_t> expected_bits(const matrix::Model& model, const operators::GroupedGemmK& problem,
                                         const operators::GroupedGemmKData& data,
                                         ScaleOrder order = ScaleOrder::row_first);

/// The operands of GroupedGemmKData as an arithmetic has them, with the same indices.
template <typename Arithmetic>
struct GroupedGemmKOperands {
  std::span<const typename Arithmetic::Code> a, a_scale, b, b_scale;
  std::span<const typename Arithmetic::Sum> c{};
};
/// What the same results are made of.
std::vector<fingerprint::Fingerprint> expected_terms(const Terms& terms,
                                                     const operators::GroupedGemmK& problem,
                                                     const GroupedGemmKOperands<Terms>& operands,
                                                     ScaleOrder order = ScaleOrder::row_first);

}  // namespace lockstep::accumulation
