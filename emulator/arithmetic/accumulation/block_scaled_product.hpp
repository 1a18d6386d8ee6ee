// The declared order of the block-scaled kernels, for a panel of the output, without machine code.
//
// The first operand of every matrix instruction is B, which matters to models that multiply by one scale
// after the other. Scales of one byte act in the instruction: one scaled 16x16x128 instruction per 128 of k,
// ascending. Scales of four bytes act behind it: per 64 of k, ascending, two matrix instructions of 32 of k
// from +0, the second adding to the first, on sm_90 four of them per 128 of k; the result meets its scales
// and the sum as ScaleOrder says. Sums start at +0.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "emulator/arithmetic/accumulation/arithmetic.hpp"

namespace lockstep::accumulation {

/// How a result r of matrix instructions meets its two scales and the sum, where these act behind it.
enum class ScaleOrder : std::uint8_t {
  row_first,      ///< r * sA, rounded; then fma(., sB, sum): the kernels here
  product_first,  ///< sA * sB, rounded; then fma(r, ., sum): DeepGEMM on an H200 (tests/hardware/deepgemm.py)
};

/// A row of A, or a column of B: its elements, k fastest, and the scales of every 128 of them, as bytes.
template <typename Code>
struct BlockScaledRow {
  const Code* codes;
  const Code* scales;
};

/// `Arithmetic`: Numbers or Terms.
template <typename Arithmetic>
class BlockScaledProduct {
 public:
  using Sum = typename Arithmetic::Sum;
  using Rows = std::span<const BlockScaledRow<typename Arithmetic::Code>>;

  BlockScaledProduct(const Arithmetic& arithmetic, const formats::Format& scale,
                     ScaleOrder order = ScaleOrder::row_first);

  /// Computes the panel d [a][b], with at most Panel::kWidth rows and columns.
  void multiply(Rows a, Rows b, std::int64_t k_blocks, Sum* d);

 private:
  void scaled_in_instruction(Rows a, Rows b, std::size_t k_blocks, Sum* d);
  void scaled_in_software(Rows a, Rows b, std::size_t k_blocks, Sum* d) const;
  void tile_scaled_in_software(Rows a, Rows b, std::size_t k_blocks, Sum* d) const;

  Arithmetic arithmetic_;
  ScaleOrder order_;
  std::optional<typename Arithmetic::Panel> panel_;  ///< set if scales act in the instruction
};

extern template class BlockScaledProduct<Numbers>;
extern template class BlockScaledProduct<Terms>;

}  // namespace lockstep::accumulation
