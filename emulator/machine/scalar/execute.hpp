// The executors of scalar arithmetic and of control: branches, waits, barriers, MODE.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

Step execute_scalar_alu(Wave&, const PreparedInstruction&);
Step execute_control(Wave&, const PreparedInstruction&);

// ---- split barriers: s_barrier_signal, s_barrier_wait and the like (barriers.cpp)

Step signal_barrier(Wave&, const PreparedInstruction&, bool tells_first);
Step wait_at_barrier(Wave&, const PreparedInstruction&);
Step init_barrier(Wave&, const PreparedInstruction&);
Step join_barrier(Wave&, const PreparedInstruction&);
Step leave_barrier(Wave&, const PreparedInstruction&);

}  // namespace lockstep::machine
