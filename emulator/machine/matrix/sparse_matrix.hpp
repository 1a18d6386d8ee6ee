#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// Executes v_smfmac_*, whose accumulator is the destination. EXEC is ignored.
Step execute_sparse_matrix(Wave& wave, const PreparedInstruction& prepared);

}  // namespace lockstep::machine
