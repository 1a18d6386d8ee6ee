// Exponentials, logarithms, roots and reciprocals of f32 in 64 lanes. The lane functions are the twins, and
// decide every lane whose result is in doubt.
#pragma once

#include "emulator/isa/tables/approximate.hpp"
#include "emulator/isa/tables/lanes.hpp"

namespace lockstep::isa {

LOCKSTEP_HOST_LANES(power_lanes, approximate<float, power_of_2, true>)
LOCKSTEP_HOST_LANES(logarithm_lanes, approximate<float, logarithm_2, true>)
LOCKSTEP_HOST_LANES(reciprocal_lanes, approximate<float, reciprocal, true>)
LOCKSTEP_HOST_LANES(reciprocal_root_lanes, approximate<float, reciprocal_root, true>)
LOCKSTEP_HOST_LANES(root_lanes, approximate<float, root, false>)

}  // namespace lockstep::isa
