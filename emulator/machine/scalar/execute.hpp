// The executors of scalar arithmetic and of control: branches, waits, barriers, MODE.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

Step execute_scalar_alu(Wave&, const PreparedInstruction&);
Step execute_control(Wave&, const PreparedInstruction&);

}  // namespace lockstep::machine
