// The executors of matrix instructions. EXEC is ignored.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

struct TilePlan;

Step execute_matrix(Wave&, const PreparedInstruction&);

/// Executes v_mfma_{f32,i32,f64}_*: all but the f8f6f4 family.
Step execute_dense_matrix(Wave& wave, const PreparedInstruction& prepared);

/// Executes v_smfmac_*, whose accumulator is the destination.
Step execute_sparse_matrix(Wave& wave, const PreparedInstruction& prepared);

/// Executes gfx1250's v_wmma_* and v_swmmac_* without block scales.
Step execute_wmma(Wave& wave, const PreparedInstruction& prepared);
Step execute_plain_wmma(Wave& wave, const PreparedInstruction& prepared);
/// Executes gfx1250's v_wmma_scale*.
Step execute_scaled_wmma(Wave& wave, const PreparedInstruction& prepared);

/// The plan of a v_wmma_scale* as gfx950's f8f6f4 instructions: the same tile in other registers, multiplied
/// by the same code. Made at its first execution. nullptr where it is not such a tile: scales of another
/// format, of fewer k or in scalar registers, signs, or missing operands.
const TilePlan* tile_plan(Wave& wave, const PreparedInstruction& prepared);

/// Executes a planned instruction.
void multiply_tiles(Wave& wave, const TilePlan& plan);

/// Gives each NaN that a matrix instruction has just written one of four codes, by its place in the
/// registers: of either sign, the canonical quiet NaN or the one with all bits of the mantissa.
void vary_nans(Wave& wave, const PreparedInstruction& prepared);

}  // namespace lockstep::machine
