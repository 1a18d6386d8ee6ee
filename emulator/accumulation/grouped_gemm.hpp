// Expected bits of the grouped GEMM in the order that the gfx950 kernels declare:
//
//   acc = +0
//   for each 128-block of k, ascending:
//     acc = one scaled 16x16x128 matrix instruction, C = acc; the row's A scale and the column block's B
//     scale each
//           stand in all four 32-blocks of the instruction
//   D = acc rounded to the output format, nearest even
//
// No machine code takes part: only the operator's data and a matrix model.
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/matrix/model.hpp"
#include "reference/operators/grouped_gemm.hpp"

namespace lockstep::accumulation {

/// Codes of the output format, [active rows][n]; NaN is the format's quiet NaN. The problem satisfies its
/// preconditions and the data is its own. Rows are independent of each other, so they are replayed sixteen of
/// a group at a time, whatever tiles a kernel makes of them.
std::vector<std::uint16_t> expected_bits(const matrix::Model& model, const operators::GroupedGemm& problem,
                                         const operators::GroupedGemmData& data);

}  // namespace lockstep::accumulation
