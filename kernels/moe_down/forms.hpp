// The kernels of a mixture of experts for the arch being compiled for: what the sources here instantiate is
// the same for all.
#pragma once

#if defined(__gfx1250__)
#include "kernels/moe_down/moe_gate_up_wmma.hpp"
#else
#include "kernels/moe_down/moe_gate_up.hpp"
#endif
