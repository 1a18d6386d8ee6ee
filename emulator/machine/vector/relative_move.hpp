// gfx1250's moves between vector registers of which M0 selects one or both (v_movrels_b32, v_movreld_b32 and
// others).
#pragma once

#include <vector>

#include "emulator/isa/dataflow.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

Step execute_relative_move(Wave& wave, const PreparedInstruction& prepared);

/// The registers that the move uses, with the present M0.
std::vector<isa::RegisterAccess> uses_of_relative_move(const Wave& wave, const PreparedInstruction& prepared);

}  // namespace lockstep::machine
