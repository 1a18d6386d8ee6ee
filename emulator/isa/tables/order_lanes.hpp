// The larger, smaller and middle of floats or halves in 64 lanes as integers that are ordered alike, while
// none is NaN. The lane functions are the twins, and do the rest.
#pragma once

#include "emulator/isa/tables/arithmetic.hpp"
#include "emulator/isa/tables/lanes.hpp"

namespace lockstep::isa {

LOCKSTEP_HOST_LANES(minimum_lanes, minimum<float>)
LOCKSTEP_HOST_LANES(maximum_lanes, maximum<float>)
LOCKSTEP_HOST_LANES(minimum_of_three_lanes, minimum_of_three<float>)
LOCKSTEP_HOST_LANES(maximum_of_three_lanes, maximum_of_three<float>)
LOCKSTEP_HOST_LANES(propagating_minimum_lanes, propagating_minimum<float>)
LOCKSTEP_HOST_LANES(propagating_maximum_lanes, propagating_maximum<float>)
LOCKSTEP_HOST_LANES(median_lanes, median<float>)
LOCKSTEP_HOST_LANES(half_minimum_lanes, minimum<Half>)
LOCKSTEP_HOST_LANES(half_maximum_lanes, maximum<Half>)
LOCKSTEP_HOST_LANES(half_propagating_minimum_lanes, propagating_minimum<Half>)
LOCKSTEP_HOST_LANES(half_propagating_maximum_lanes, propagating_maximum<Half>)

}  // namespace lockstep::isa
