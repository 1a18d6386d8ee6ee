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

/// Fetches a scalar source: `out` then points to `broadcast`, the value in all lanes. False: a bit is
/// undefined.
bool fetch_scalar(const Wave& wave, const isa::Operand& operand, isa::Type type,
                  std::array<Lanes, 2>& broadcast, std::array<const std::uint32_t*, 2>& out);
/// Applies modifiers to the source that `out` points to, which may be `own`: the result is in `own`.
void change_source(const SourceChange& change, std::array<Lanes, 2>& own,
                   std::array<const std::uint32_t*, 2>& out);
/// Fetches the carry. False where an active lane has an undefined carry.
bool fetch_carry(const Wave& wave, const FastVector& p, isa::LaneInputs& in);
/// Evaluates to a part of register `first`. False where the rest of the register is not all defined.
bool execute_part(Wave& wave, const FastVector& p, int first, const isa::LaneInputs& in);

// Operations that come in two parts, evaluated one after the other.

/// The dword of a source that one part of an operation on pairs takes.
inline std::size_t chosen_dword(const FastVector& p, const std::array<const std::uint32_t*, 2>& dwords,
                                std::size_t part, std::size_t s) {
  return (p.op_sel[part] >> s & 1) != 0 && dwords[1] != nullptr ? 1 : 0;
}

void evaluate_pairs(const FastVector& p, const isa::LaneInputs& in, isa::LaneOutputs& out);
void evaluate_halves(const FastVector& p, const isa::LaneInputs& in, isa::LaneOutputs& out);

/// Evaluates all parts of an operation, also of one that has a single part.
inline void evaluate_parts(const FastVector& p, const isa::LaneInputs& in, isa::LaneOutputs& out) {
  if (p.parts == TwoParts::none) return p.evaluate(in, out);
  p.parts == TwoParts::pairs ? evaluate_pairs(p, in, out) : evaluate_halves(p, in, out);
}

/// Whether the second part would read what the first writes, if that went directly to `destination`.
inline bool must_gather(const FastVector& p, const isa::LaneInputs& in, const std::uint32_t* destination) {
  if (p.parts != TwoParts::pairs) return false;
  bool reads = false;
  for (std::size_t s = 0; s < std::size_t(p.sources); ++s)
    reads |= in.source[s][chosen_dword(p, in.source[s], 1, s)] == destination;
  return reads;
}

}  // namespace lockstep::machine
