// moe_gate_up: the first product of a mixture of experts, in MXFP4; see moe_gate_up.hpp and
// moe_gate_up_wmma.hpp.
#include "kernels/moe_down/forms.hpp"

LOCKSTEP_MOE_GATE_UP(moe_gate_up_16, 16, kept)
LOCKSTEP_MOE_GATE_UP(moe_gate_up_16_streamed, 16, streamed)
LOCKSTEP_MOE_GATE_UP(moe_gate_up_32, 32, kept)
LOCKSTEP_MOE_GATE_UP(moe_gate_up_64, 64, kept)
LOCKSTEP_MOE_GATE_UP(moe_gate_up_32_streamed, 32, streamed)
LOCKSTEP_MOE_GATE_UP(moe_gate_up_64_streamed, 64, streamed)
LOCKSTEP_MOE_GATE_UP(moe_gate_up_128, 128, kept)
LOCKSTEP_MOE_GATE_UP(moe_gate_up_128_streamed, 128, streamed)
