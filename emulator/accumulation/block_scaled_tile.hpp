// The declared order of the block-scaled kernels, for one 16x16 piece of the output, without machine code.
//
// Scales of one byte act in the instruction: one scaled 16x16x128 matrix instruction per 128 of k, ascending.
// Scales of four act behind it: per 64 of k, ascending, two 16x16x32 matrix instructions from +0, the second
// adding to the first; the result times A's scale, rounded; then fused with B's scale into the sum. Sums
// start at +0.
#pragma once

#include <cstdint>
#include <span>

#include "emulator/matrix/model.hpp"
#include "reference/formats/format.hpp"

namespace lockstep::accumulation {

/// A row of A, or a column of B: its codes, k fastest, and the scale of every 128 of them, as bytes in
/// memory.
struct BlockScaledRow {
  const std::uint8_t* codes;
  const std::uint8_t* scales;
};

/// d [16][16]; at most 16 rows on either side, the rest is left zero.
void block_scaled_tile(const matrix::Model& model, const formats::Format& scale,
                       std::span<const BlockScaledRow> a, std::span<const BlockScaledRow> b,
                       std::int64_t k_blocks, float* d);

}  // namespace lockstep::accumulation
