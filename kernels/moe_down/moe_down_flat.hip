// moe_down_flat: every row, weighted, is stored in bf16 where it stands among the sorted rows.
//
// Declared order: one scaled 16x16x128 matrix instruction per 128 of k, ascending, straight into f32
// accumulators that start at zero; one multiplication by the row's weight; one rounding to bf16, nearest
// even.
//
// What limits it: with 128 rows a wave holds 128 accumulators and two steps of B, 254 of the 256 registers
// that let two workgroups share a compute unit.
#include "kernels/moe_down/moe_down.hpp"

LOCKSTEP_MOE_DOWN(moe_down_flat_32, 32, kept, Flat)
LOCKSTEP_MOE_DOWN(moe_down_flat_128, 128, kept, Flat)
LOCKSTEP_MOE_DOWN(moe_down_flat_32_streamed, 32, streamed, Flat)
LOCKSTEP_MOE_DOWN(moe_down_flat_128_streamed, 128, streamed, Flat)
