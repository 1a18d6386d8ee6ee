// Block-scaled products of gfx1250 as gfx950's: the same tile in other registers, multiplied by the model's own kernel.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// What the instruction says of its operands, worked out at its first execution. nullptr where it is no such tile: scales of
/// another format, of fewer k or in scalar registers, signs, operands that are not there.
const TilePlan* tile_plan(Wave& wave, const PreparedInstruction& prepared);

/// EXEC is ignored.
void multiply_tiles(Wave& wave, const TilePlan& plan);

}  // namespace lockstep::machine
