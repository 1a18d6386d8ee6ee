// Operations that come in two parts, evaluated one after the other.
#pragma once

#include "emulator/machine/vector/fast_vector.hpp"

namespace lockstep::machine {

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
