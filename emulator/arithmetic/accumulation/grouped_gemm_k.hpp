// Expected bits of the grouped GEMM whose groups cut the reduction, in the order that the kernels declare:
// within a group the sum of block_scaled_product.hpp, then, where there is an addend, one addition of it,
// rounded. A group without k leaves the addend's bits, or +0.
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/arithmetic/matrix/models/model.hpp"
#include "reference/operators/grouped_gemm_k.hpp"

namespace lockstep::accumulation {

/// The expected bits in binary32, [written groups][m][n].
std::vector<std::uint32_t> expected_bits(const matrix::Model& model, const operators::GroupedGemmK& problem,
                                         const operators::GroupedGemmKData& data);

}  // namespace lockstep::accumulation
