// The executors of LDS operations and of lane permutes, which go through the LDS unit; moves of the former.
#pragma once

#include "emulator/machine/transfers/transfer.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

Step execute_lds(Wave&, const PreparedInstruction&);
Step execute_lane_permute(Wave&, const PreparedInstruction&);

/// Lanes to LDS and back.
extern const Moves kLdsMoves;

/// Leaves out the lanes of a load that reach past the workgroup's LDS: hardware gives them 0, or what lies
/// there, and does not fault. They get 0 that is undefined, so that whatever depends on it says so. Stores
/// and atomics stop.
Step keep_inside_lds(Wave& wave, Pending& pending);

}  // namespace lockstep::machine
