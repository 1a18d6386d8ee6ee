// moe_two_stage: both products of a mixture of experts in one code object, launched one after the other:
// moe_gate_up stores its rows and their scales as moe_down_added reads them.
//
// Declared order: that of moe_gate_up, then that of moe_down_added.
//
// What limits it: blocks of at most 64 rows, a quarter of the matrix instructions per byte of B that 256 rows
// would give; and the way of the intermediate rows through memory between the launches.
#include "kernels/moe_down/forms.hpp"

LOCKSTEP_MOE_GATE_UP(moe_gate_up_16, 16, kept)
LOCKSTEP_MOE_GATE_UP(moe_gate_up_16_streamed, 16, streamed)
LOCKSTEP_MOE_GATE_UP(moe_gate_up_32, 32, kept)
LOCKSTEP_MOE_GATE_UP(moe_gate_up_32_streamed, 32, streamed)
LOCKSTEP_MOE_GATE_UP(moe_gate_up_64, 64, kept)
LOCKSTEP_MOE_GATE_UP(moe_gate_up_64_streamed, 64, streamed)
LOCKSTEP_MOE_DOWN(moe_down_added_16, 16, kept, Added)
LOCKSTEP_MOE_DOWN(moe_down_added_16_streamed, 16, streamed, Added)
LOCKSTEP_MOE_DOWN(moe_down_added_32, 32, kept, Added)
LOCKSTEP_MOE_DOWN(moe_down_added_32_streamed, 32, streamed, Added)
LOCKSTEP_MOE_DOWN(moe_down_added_64, 64, kept, Added)
LOCKSTEP_MOE_DOWN(moe_down_added_64_streamed, 64, streamed, Added)
