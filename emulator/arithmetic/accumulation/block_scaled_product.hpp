// The declared order of the block-scaled kernels, for a panel of the output, without machine code.
//
// Scales of one byte act in the instruction: one scaled 16x16x128 matrix instruction per 128 of k, ascending.
// On gfx1250 its first operand is B, which matters to models that multiply by one scale after the other.
// Scales of four bytes act behind it: per 64 of k, ascending, two 16x16x32 matrix instructions from +0, the
// second adding to the first; the result times A's scale, rounded; then fused with B's scale into the sum.
// Sums start at +0.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "emulator/arithmetic/accumulation/panel.hpp"

namespace lockstep::accumulation {

/// A row of A, or a column of B: its elements, k fastest, and the scales of every 128 of them, as bytes.
struct BlockScaledRow {
  const std::uint8_t* codes;
  const std::uint8_t* scales;
};

class BlockScaledProduct {
 public:
  BlockScaledProduct(const matrix::Model& model, const formats::Format& scale);

  /// Computes the panel d [a][b], with at most Panel::kWidth rows and columns.
  void multiply(std::span<const BlockScaledRow> a, std::span<const BlockScaledRow> b, std::int64_t k_blocks,
                float* d);

 private:
  void scaled_in_instruction(std::span<const BlockScaledRow> a, std::span<const BlockScaledRow> b,
                             std::size_t k_blocks, float* d);

  const matrix::Model& model_;
  bool b_first_;
  std::optional<Panel> panel_;  ///< set if scales act in the instruction
};

}  // namespace lockstep::accumulation
