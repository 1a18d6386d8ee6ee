// gfx1250's split barriers: s_barrier_signal, s_barrier_wait and the like.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

Step signal_barrier(Wave&, const PreparedInstruction&, bool tells_first);
Step wait_at_barrier(Wave&, const PreparedInstruction&);
Step init_barrier(Wave&, const PreparedInstruction&);
Step join_barrier(Wave&, const PreparedInstruction&);
Step leave_barrier(Wave&, const PreparedInstruction&);

}  // namespace lockstep::machine
