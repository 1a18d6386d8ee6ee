// gfx1250's matrix instructions (v_wmma_*, v_swmmac_*), in wave32.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// Executes instructions without block scales, dense and sparse.
Step execute_wmma(Wave& wave, const PreparedInstruction& prepared);
Step execute_plain_wmma(Wave& wave, const PreparedInstruction& prepared);
/// Executes instructions with block scales.
Step execute_scaled_wmma(Wave& wave, const PreparedInstruction& prepared);

}  // namespace lockstep::machine
