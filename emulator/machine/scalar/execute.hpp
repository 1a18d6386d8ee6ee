// The executors of scalar arithmetic and of control: branches, waits, barriers, MODE.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

Step execute_scalar_alu(Wave&, const Bound&);
Step execute_control(Wave&, const Bound&);

}  // namespace lockstep::machine
