// The executors of vector instructions that touch no memory.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

Step execute_vector_alu(Wave&, const Bound&);
Step execute_block_convert(Wave&, const Bound&);
Step execute_cross_lane(Wave&, const Bound&);

}  // namespace lockstep::machine
