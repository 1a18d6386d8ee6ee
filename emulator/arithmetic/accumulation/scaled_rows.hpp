// Rows of A times columns of B under a scale for each 32 of k of both: one scaled 16x16x128 matrix
// instruction per 128 of k, into a panel of sums that start at +0. Past the end of k are zeros under scales
// of 1. The instruction's first operand is B, which matters to models that multiply a block's sum by one
// scale after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "emulator/arithmetic/accumulation/arithmetic.hpp"

namespace lockstep::accumulation {

/// One operand: codes [row][k] and scales [row][k/32].
template <typename Code>
struct ScaledOperand32 {
  const formats::Format& format;
  std::span<const Code> codes, scales;
};

/// `Arithmetic`: Numbers or Terms.
template <typename Arithmetic>
class ScaledRows {
 public:
  using Sum = typename Arithmetic::Sum;
  using Operand = ScaledOperand32<typename Arithmetic::Code>;

  ScaledRows(const Arithmetic& arithmetic, const Operand& a, const Operand& b, std::int64_t k);

  /// Steps of 128 of k.
  std::size_t steps() const { return (k_ + Panel::kStep - 1) / Panel::kStep; }

  /// Starts the sums of rows of A and of B by their numbers, at most Panel::kWidth of each.
  void begin(std::vector<std::size_t> rows, std::vector<std::size_t> columns);
  void add_step(std::size_t step);
  /// Adds one block of 32 of a step: B has zeros in place of the others. With v_wmma_* all else is as in
  /// add_step(); else 16 elements of block b = 0..3 stand from 16 b on and 16 from 64 + 16 b on, of A and B,
  /// and all scales are those of the block that is added.
  void add_block(std::size_t step, std::size_t block);
  Sum sum(std::size_t row, std::size_t column) const { return panel_.sum(column, row); }

 private:
  struct Place {
    std::span<typename Arithmetic::Code, Panel::kStep> codes;
    std::span<typename Arithmetic::Code, Panel::kStepScales> scales;
  };
  Place place(bool is_a, std::size_t line) {
    if (is_a) return {panel_.b_codes(line), panel_.b_scales(line)};
    return {panel_.a_codes(line), panel_.a_scales(line)};
  }
  template <typename Put>
  void each(bool is_a, Put put);
  void put_step(const Operand& o, std::size_t row, std::size_t step, const Place& to) const;
  void put_apart(const Operand& o, std::size_t row, std::size_t step, const Place& to) const;

  Arithmetic of_;
  Operand a_, b_;
  std::size_t k_;
  typename Arithmetic::Panel panel_;
  std::vector<std::size_t> rows_, columns_;
};

extern template class ScaledRows<Numbers>;
extern template class ScaledRows<Terms>;

}  // namespace lockstep::accumulation
