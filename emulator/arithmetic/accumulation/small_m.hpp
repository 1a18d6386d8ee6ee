// Expected bits of small-M products in the orders that the kernels declare. acc and every sum are binary32,
// acc = +0 at first, k ascending:
//
//   blocks_together   per 128 of k: acc = one scaled 16x16x128 matrix instruction, C = acc
//   blocks_apart      per 32-block: acc = one scaled 16x16x128 matrix instruction, C = acc, whose k holds 16
//                     elements of block b = 0..3 of its 128 from 16 b on and the other 16 from 64 + 16 b on,
//                     and zeros elsewhere; the block's scale is in all four blocks of the instruction. On
//                     gfx1250 the block's 32 elements keep their position in the 128, with zeros for the rest
//                     of B; A and all scales stay
//   lanes             64 lanes; lane l takes the chunks of 16 k that begin at 16 l, 1024 + 16 l, ...: its
//                     acc += ldexp(p, sA + sB), p = the chunk's products added one after another. Then for
//                     d = 1, 2, 4, .. 32 every lane adds the acc of lane l ^ d to its own
//
// On gfx1250 the instruction's first operand is B, which matters to models that multiply by each scale in
// turn.
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/arithmetic/matrix/models/model.hpp"
#include "reference/operators/small_m.hpp"

namespace lockstep::accumulation {

enum class SmallMOrder : std::uint8_t { lanes, blocks_apart, blocks_together };

struct SmallMReduction {
  SmallMOrder order = SmallMOrder::lanes;
  int splits = 1;  ///< 1 with lanes; otherwise k is a multiple of 128 * splits
};

/// The expected bits in bf16, [rows taking part][n]; NaN is the quiet NaN. The problem must satisfy its
/// preconditions, and the data must be the problem's. `lanes` does not depend on the model.
std::vector<std::uint16_t> expected_bits(const matrix::Model& model, const operators::SmallM& problem,
                                         const operators::SmallMData& data, const SmallMReduction& reduction);

/// The reduction that bounds what the order may lose.
exact::Reduction loss(const SmallMReduction& reduction, std::int64_t k);

}  // namespace lockstep::accumulation
