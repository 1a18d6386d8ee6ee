// A stand-in for the GPU: each instruction answers as a candidate does, so that everything around the
// hardware runs, and is seen to fail, on a machine without one.
#pragma once

#include <functional>

#include "tests/hardware/silicon.hpp"

namespace lockstep::hardware {

/// How the stand-in adds.
using Plant = std::function<Candidate(const Instruction&)>;

std::unique_ptr<Silicon> rehearse(Plant plant);

/// What a candidate makes of one output element of a tile's whole chain.
std::uint64_t chain(const Instruction& in, const Candidate& candidate, const Tile& t, int row, int column);

}  // namespace lockstep::hardware
