// What MODE turns on for vector instructions: skipping them all, and registers relative to M0.
#pragma once

#include <vector>

#include "emulator/isa/dataflow.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// Executes an instruction while MODE has an unusual bit. Under VSKIP no vector ALU, buffer, flat, global,
/// scratch or LDS instruction is issued, and counters do not move. Under GPR_IDX_EN the vector registers of
/// vector ALU instructions that M0[15:12] names (source 0, 1, 2, destination) are M0[7:0] further on;
/// accumulation registers are not.
Step execute_in_unusual_mode(Wave& wave, const PreparedInstruction& prepared);

/// The registers that it uses then: none if it is skipped, otherwise as isa::dataflow() has them, behind the index. Of moves that are
/// relative to M0 in any mode, too.
std::vector<isa::RegisterAccess> uses_in_unusual_mode(const Wave& wave, const PreparedInstruction& prepared);

}  // namespace lockstep::machine
