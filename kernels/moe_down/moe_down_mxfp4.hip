// moe_down_mxfp4: every row, weighted, is stored in MXFP4 where it stands among the sorted rows, its scales in
// the layout that the next product reads.
//
// Declared order: one scaled 16x16x128 matrix instruction per 128 of k, ascending, straight into f32
// accumulators that start at zero; one multiplication by the row's weight; then, over 32 columns, the scale by
// the largest bf16 magnitude and one rounding of each quotient to e2m1, nearest even.
//
// What limits it: two bytes per lane and column tile on the way through LDS, a quarter of what a write of LDS
// carries.
#include "kernels/moe_down/moe_down.hpp"

LOCKSTEP_MOE_DOWN(moe_down_mxfp4_32, 32, kept, Quantised)
LOCKSTEP_MOE_DOWN(moe_down_mxfp4_128, 128, kept, Quantised)
LOCKSTEP_MOE_DOWN(moe_down_mxfp4_32_streamed, 32, streamed, Quantised)
LOCKSTEP_MOE_DOWN(moe_down_mxfp4_128_streamed, 128, streamed, Quantised)
