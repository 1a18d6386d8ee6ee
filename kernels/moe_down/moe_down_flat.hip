// moe_down_flat: every row, weighted, is stored in bf16 where it stands among the sorted rows.
//
// Declared order: one scaled matrix instruction per 128 of k, ascending, straight into f32 accumulators that
// start at zero: on gfx950 16x16x128; on gfx1250 32x16x128, of rows of e4m3fn 16x16x128, whose first operand is
// B; one multiplication by the row's weight; one rounding to bf16, nearest even.
//
// What limits it on gfx950: with 128 rows a wave holds 128 accumulators and two steps of B, 254 of the 256
// registers that let two workgroups share a compute unit. On gfx1250: LDS, of which a wave reads 16 bytes per
// lane for each matrix instruction and a half.
#include "kernels/moe_down/forms.hpp"

LOCKSTEP_MOE_DOWN(moe_down_flat_32, 32, kept, Flat)
LOCKSTEP_MOE_DOWN(moe_down_flat_128, 128, kept, Flat)
LOCKSTEP_MOE_DOWN(moe_down_flat_32_streamed, 32, streamed, Flat)
LOCKSTEP_MOE_DOWN(moe_down_flat_128_streamed, 128, streamed, Flat)
