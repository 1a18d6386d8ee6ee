// The executors of operations on device memory and scratch, and of cache control.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

Step execute_lds_copy(Wave&, const PreparedInstruction&);
Step execute_vector_memory(Wave&, const PreparedInstruction&);
Step execute_scratch(Wave&, const PreparedInstruction&);
Step execute_scalar_memory(Wave&, const PreparedInstruction&);
Step execute_tensor_copy(Wave&, const PreparedInstruction&);
Step execute_clock(Wave&, const PreparedInstruction&);
Step execute_cache_control(Wave&, const PreparedInstruction&);

}  // namespace lockstep::machine
