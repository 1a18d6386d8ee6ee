// The executors of vector instructions that touch no memory.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

Step execute_vector_alu(Wave&, const PreparedInstruction&);
Step execute_block_convert(Wave&, const PreparedInstruction&);
Step execute_cross_lane(Wave&, const PreparedInstruction&);

}  // namespace lockstep::machine
