// Vector instructions while MODE skips them (VSKIP) or makes registers relative to M0 (GPR_IDX_EN).
#pragma once

#include <vector>

#include "emulator/isa/dataflow.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// Executes an instruction while MODE has an unusual bit. Under VSKIP no vector ALU, buffer, flat, global,
/// scratch or LDS instruction is issued, and counters do not move. Under GPR_IDX_EN the index M0[7:0] is
/// added to the vector and accumulation registers of vector ALU instructions that M0[15:12] names (source 0,
/// 1, 2, destination): a shipping FP4 GEMM reads its AGPRs so (v_accvgpr_read under SRC0).
Step execute_in_unusual_mode(Wave& wave, const PreparedInstruction& prepared);

/// The registers that an instruction uses while MODE has an unusual bit: none if it is skipped, otherwise
/// those of isa::dataflow() with the index applied. Also for moves that are relative to M0 in any mode.
std::vector<isa::RegisterAccess> uses_in_unusual_mode(const Wave& wave, const PreparedInstruction& prepared);

// gfx1250's moves between vector registers of which M0 selects one or both (v_movrels_b32 and the like).

Step execute_relative_move(Wave& wave, const PreparedInstruction& prepared);

/// The registers that the move uses, with the present M0.
std::vector<isa::RegisterAccess> uses_of_relative_move(const Wave& wave, const PreparedInstruction& prepared);

}  // namespace lockstep::machine
