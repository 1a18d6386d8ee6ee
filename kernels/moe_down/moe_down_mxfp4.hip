// moe_down_mxfp4: every row, weighted, is stored in MXFP4, of gfx1250 also in MXFP8, where it stands among the sorted rows, its scales in
// the layout that the next product reads.
//
// Declared order: one scaled matrix instruction per 128 of k, ascending, straight into f32 accumulators that
// start at zero: on gfx950 16x16x128; on gfx1250 32x16x128, of rows of e4m3fn 16x16x128, whose first operand is
// B; one multiplication by the row's weight; then, over 32 columns, the scale by the largest bf16
// magnitude and one rounding of each quotient to A's format, nearest even.
//
// What limits it on gfx950, beyond the product: two bytes per lane and column tile on the way through LDS, a
// quarter of what a write of LDS carries. On gfx1250: as moe_down_flat.
#include "kernels/moe_down/forms.hpp"

LOCKSTEP_MOE_DOWN(moe_down_mxfp4_32, 32, kept, Quantised)
LOCKSTEP_MOE_DOWN(moe_down_mxfp4_128, 128, kept, Quantised)
LOCKSTEP_MOE_DOWN(moe_down_mxfp4_32_streamed, 32, streamed, Quantised)
LOCKSTEP_MOE_DOWN(moe_down_mxfp4_128_streamed, 128, streamed, Quantised)
