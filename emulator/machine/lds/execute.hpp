// The executors of LDS operations and of lane permutes, which go through the LDS unit; moves of the former.
#pragma once

#include "emulator/machine/transfers/transfer.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

Step execute_lds(Wave&, const PreparedInstruction&);
Step execute_lane_permute(Wave&, const PreparedInstruction&);

/// Lanes to LDS and back.
extern const Moves kLdsMoves;

}  // namespace lockstep::machine
