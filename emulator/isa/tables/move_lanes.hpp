// v_mov_b32 of 64 lanes as what it is, one copy. clang unrolls a loop this small before it would make vectors
// of it, and moves lane by lane.
#pragma once

#include <cstring>

#include "emulator/isa/tables/lanes.hpp"

namespace lockstep::isa {

inline std::uint32_t moved(std::uint32_t a) {
  return a;
}

/// On hosts with AVX2 and more.
LOCKSTEP_V3 inline void move_lanes(const LaneInputs& in, LaneOutputs& out) {
  std::memmove(out.destination[0], in.source[0][0], sizeof(Lanes));
}

template <>
struct ByHost<moved> : HostLanes<&move_lanes> {};

}  // namespace lockstep::isa
