// The executors of LDS operations and of lane permutes, which go through the LDS unit.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

Step execute_lds(Wave&, const PreparedInstruction&);
Step execute_lane_permute(Wave&, const PreparedInstruction&);

}  // namespace lockstep::machine
