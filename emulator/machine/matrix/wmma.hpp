// gfx1250's matrix instructions in waves of 32 lanes.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// Without block scales: of 16 bits with sums of f32, and all others, also the sparse.
Step execute_wmma(Wave& wave, const PreparedInstruction& prepared);
Step execute_plain_wmma(Wave& wave, const PreparedInstruction& prepared);
/// With block scales.
Step execute_scaled_wmma(Wave& wave, const PreparedInstruction& prepared);

}  // namespace lockstep::machine
