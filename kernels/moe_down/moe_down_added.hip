// moe_down_added: every row, weighted, is added to the row of its token.
//
// Declared order: one scaled matrix instruction per 128 of k, ascending, straight into f32 accumulators that
// start at zero: on gfx950 16x16x128; on gfx1250 32x16x128, of rows of e4m3fn 16x16x128, whose first operand is
// B; one multiplication by the row's weight; one rounding to bf16, nearest even; then one bf16
// addition per row of the token, in the order of arrival.
//
// What limits it on gfx950: with 64 rows a step multiplies 32 times per wave for 22 loads; the additions, one
// dword per lane, cost as much as the whole main loop at k = 512. On gfx1250: at few rows memory, of which two
// steps of B, 64 KiB, are under way; then these additions.
#include "kernels/moe_down/forms.hpp"

LOCKSTEP_MOE_DOWN(moe_down_added_16, 16, kept, Added)
LOCKSTEP_MOE_DOWN(moe_down_added_32, 32, kept, Added)
LOCKSTEP_MOE_DOWN(moe_down_added_64, 64, kept, Added)
LOCKSTEP_MOE_DOWN(moe_down_added_16_streamed, 16, streamed, Added)
LOCKSTEP_MOE_DOWN(moe_down_added_32_streamed, 32, streamed, Added)
LOCKSTEP_MOE_DOWN(moe_down_added_64_streamed, 64, streamed, Added)
