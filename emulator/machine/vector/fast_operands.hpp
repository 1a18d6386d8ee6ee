// Operands of fast vector instructions: fetching them, and placing results in parts of registers.
#pragma once

#include "emulator/machine/vector/fast_vector.hpp"

namespace lockstep::machine {

/// Whether MODE keeps denormals and rounds to nearest even.
inline bool usual(std::uint32_t mode) {
  constexpr std::uint32_t kRoundAndDenormals = 0xFF, kKept = 0xF0;
  return (mode & kRoundAndDenormals) == kKept;
}

inline int unified(const Wave& wave, const FastRegisters& r) {
  return wave.vector.files().unified(r.accumulators, r.first, r.dwords);
}

/// Fetches a scalar source: `out` then points to `broadcast`, with the value in all lanes. False where a bit
/// is undefined.
bool fetch_scalar(const Wave& wave, const isa::Operand& operand, isa::Type type,
                  std::array<Lanes, 2>& broadcast, std::array<const std::uint32_t*, 2>& out);
/// Applies modifiers to the source that `out` points to, which may be `own`: the result is in `own`.
void change_source(const SourceChange& change, std::array<Lanes, 2>& own,
                   std::array<const std::uint32_t*, 2>& out);
/// Fetches the carry. False where an active lane has an undefined carry.
bool fetch_carry(const Wave& wave, const FastVector& p, isa::LaneInputs& in);
/// Evaluates to a part of register `first`. False where the rest of the register is not all defined.
bool execute_part(Wave& wave, const FastVector& p, int first, const isa::LaneInputs& in);

}  // namespace lockstep::machine
