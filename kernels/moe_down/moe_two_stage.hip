// moe_two_stage: both products of a mixture of experts in one code object, launched one after the other:
// moe_gate_up stores its rows and their scales as moe_down_added reads them.
#include "kernels/moe_down/moe_gate_up.hpp"

LOCKSTEP_MOE_GATE_UP(moe_gate_up_32, 32, kept)
LOCKSTEP_MOE_GATE_UP(moe_gate_up_32_streamed, 32, streamed)
LOCKSTEP_MOE_DOWN(moe_down_added_32, 32, kept, Added)
LOCKSTEP_MOE_DOWN(moe_down_added_32_streamed, 32, streamed, Added)
