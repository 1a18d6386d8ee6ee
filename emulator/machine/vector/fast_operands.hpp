// What the executors of fast vectors share: finding operands, and placing results in parts of registers.
#pragma once

#include "emulator/machine/vector/fast_vector.hpp"

namespace lockstep::machine {

/// Denormals kept, round to nearest even.
inline bool usual(std::uint32_t mode) {
  constexpr std::uint32_t kRoundAndDenormals = 0xFF, kKept = 0xF0;
  return (mode & kRoundAndDenormals) == kKept;
}

inline int unified(const Wave& wave, const FastRegisters& r) {
  return wave.vector.files().unified(r.accumulators, r.first, r.dwords);
}

/// Of a source that is a scalar: in all lanes of `broadcast`, to which `out` points then. False where a bit is undefined.
bool fetch_scalar(const Wave& wave, const isa::Operand& operand, isa::Type type,
                  std::array<Lanes, 2>& broadcast, std::array<const std::uint32_t*, 2>& out);
/// Of a source that `out` points to, which may be `own`: what becomes of it is in `own`.
void change_source(const SourceChange& change, std::array<Lanes, 2>& own,
                   std::array<const std::uint32_t*, 2>& out);
/// False where a lane that is on has an undefined carry.
bool fetch_carry(const Wave& wave, const FastVector& p, isa::LaneInputs& in);
/// Evaluates to a part of register `first`. False where what stays of it is not all defined.
bool execute_part(Wave& wave, const FastVector& p, int first, const isa::LaneInputs& in);

}  // namespace lockstep::machine
