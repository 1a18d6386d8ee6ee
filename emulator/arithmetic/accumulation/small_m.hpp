// Expected bits of small-M products in the orders that the kernels declare. acc and every sum are binary32,
// acc = +0 at first, k ascending:
//
//   blocks_together   per 128 of k: acc = one scaled 16x16x128 matrix instruction, C = acc
//   blocks_apart      per 32-block: acc = one scaled 16x16x128 matrix instruction, C = acc, in which B has
//                     zeros for the other three blocks of its 128. 16 elements of block b = 0..3 stand from
//                     16 b on and 16 from 64 + 16 b on, and the block's scales in all four blocks of the
//                     instruction; on gfx1250 elements and scales keep their positions
//   scaled_behind     on sm_90, per 32-block: p = one wgmma instruction, C = +0; acc += ldexp(p, sA + sB)
//   lanes             64 lanes; lane l takes the chunks of 16 k that begin at 16 l, 1024 + 16 l, ...: its
//                     acc += ldexp(p, sA + sB), p = the chunk's products added one after another. Then for
//                     d = 1, 2, 4, .. 32 every lane adds the acc of lane l ^ d to its own. A lane of which a
//                     scale is NaN has NaN; where waves have 32 lanes, a lane below 32 looks at those of
//                     lane l + 32, too
//
// The instruction's first operand is B, which matters to models that multiply by each scale in turn.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emulator/arithmetic/accumulation/arithmetic.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"
#include "reference/operators/small_m.hpp"

namespace lockstep::accumulation {

enum class SmallMOrder : std::uint8_t { lanes, blocks_apart, blocks_together, scaled_behind };

struct SmallMReduction {
  SmallMOrder order = SmallMOrder::lanes;
  int splits = 1;  ///< 1 with lanes; otherwise k is a multiple of 128 * splits
  int wave = 64;   ///< lanes of a wave
};

/// The expected bits in bf16, [rows taking part][n]; NaN is the quiet NaN. The problem must satisfy its
/// preconditions, and the data must be the problem's. `lanes` does not depend on the model.
std::vector<std::uint16_t> expected_bits(const matrix::Model& model, const operators::SmallM& problem,
                                         const operators::SmallMData& data, const SmallMReduction& reduction);

/// The operands of SmallMData as an arithmetic has them, with the same indices.
template <typename Arithmetic>
struct SmallMOperands {
  std::span<const typename Arithmetic::Code> a, a_scale, b, b_scale;
  std::span<const typename Arithmetic::Sum> weight;
};
/// What the same results are made of, in any order but scaled_behind, whose kernels are never followed.
std::vector<fingerprint::Fingerprint> expected_terms(const Terms& terms, const operators::SmallM& problem,
                                                     const operators::SmallMData& data,
                                                     const SmallMOperands<Terms>& operands,
                                                     const SmallMReduction& reduction);

/// The reduction that bounds what the order may lose.
exact::Reduction loss(const SmallMReduction& reduction, std::int64_t k);

}  // namespace lockstep::accumulation
