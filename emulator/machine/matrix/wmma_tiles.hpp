// Block-scaled products of gfx1250 as gfx950's f8f6f4 instructions: the same tile in other registers,
// multiplied by the same code.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// The plan of a block-scaled instruction, made at its first execution. nullptr where it is not such a tile:
/// scales of another format, of fewer k or in scalar registers, signs, or missing operands.
const TilePlan* tile_plan(Wave& wave, const PreparedInstruction& prepared);

/// Executes a planned instruction. EXEC is ignored.
void multiply_tiles(Wave& wave, const TilePlan& plan);

}  // namespace lockstep::machine
