// What the contract of the MoE down projection reads, in the layouts of the device.
#pragma once

#include "emulator/machine/memory/memory.hpp"
#include "reference/operators/moe_down.hpp"
#include "reference/operators/output.hpp"

namespace lockstep::problems {

/// Where the scale of (sorted row, block of 32 columns) lies among the scales of `rows` sorted rows.
std::uint64_t sorted_scale_offset(const operators::MoeDown& p, std::int64_t columns, std::int64_t row,
                                  std::int64_t column);
/// Bytes of such a tensor.
std::uint64_t sorted_scale_bytes(const operators::MoeDown& p, std::int64_t columns);

/// Operands as they lie in memory; made once, referred to by fills.
struct MoeDownMemory {
  MoeDownMemory(const operators::MoeDown& p, const operators::MoeDownData& d);

  std::vector<operators::OutputRow> a_rows;  ///< rows of A that are read: sorted rows or, gated, tokens
  std::vector<operators::OutputRow> rows;    ///< sorted rows that are active
  std::vector<std::uint8_t> a;               ///< [a_rows][bytes of a row]
  std::vector<std::uint8_t> b;               ///< [planes][n][k/2], not shuffled yet
  std::vector<std::uint8_t> b_scale;         ///< [planes], each shuffled
  std::vector<std::uint8_t> used_rows;       ///< int32
  std::vector<std::uint8_t> weights;         ///< [active rows] f32
  std::vector<std::pair<std::uint64_t, std::uint8_t>> a_scale;  ///< offset and byte, ascending

 private:
  void pack_a(const operators::MoeDown& p, const operators::MoeDownData& d);
};

// All references must outlive the fill.
machine::Fill fill_scattered(const std::vector<std::pair<std::uint64_t, std::uint8_t>>& bytes);
machine::Fill fill_expert_scales(const operators::MoeDown& p, const operators::MoeDownData& d,
                                 const MoeDownMemory& memory);

}  // namespace lockstep::problems
