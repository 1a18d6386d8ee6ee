// gfx1250's matrix instructions in waves of 32 lanes.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// Without block scales, on operands of 16 bits. Others stop the wave.
Step execute_wmma(Wave& wave, const PreparedInstruction& prepared);
/// With block scales.
Step execute_scaled_wmma(Wave& wave, const PreparedInstruction& prepared);

}  // namespace lockstep::machine
