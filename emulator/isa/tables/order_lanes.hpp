// The larger, smaller and middle of floats or halves in 64 lanes as integers that are ordered alike, while none is NaN. The
// lane functions are the twins, and do the rest.
#pragma once

#include "emulator/isa/tables/arithmetic.hpp"
#include "emulator/isa/tables/lanes.hpp"

namespace lockstep::isa {

// NOLINTBEGIN(bugprone-macro-parentheses): names
/// On hosts with AVX2 and with AVX-512.
#define LOCKSTEP_CHOICE(NAME, FUNCTION)                         \
  void NAME##_lanes_v3(const LaneInputs& in, LaneOutputs& out); \
  void NAME##_lanes_v4(const LaneInputs& in, LaneOutputs& out); \
  template <>                                                   \
  struct ByHost<FUNCTION> : HostLanes<&NAME##_lanes_v3, &NAME##_lanes_v4> {};
// NOLINTEND(bugprone-macro-parentheses)
LOCKSTEP_CHOICE(minimum, minimum<float>)
LOCKSTEP_CHOICE(maximum, maximum<float>)
LOCKSTEP_CHOICE(minimum_of_three, minimum_of_three<float>)
LOCKSTEP_CHOICE(maximum_of_three, maximum_of_three<float>)
LOCKSTEP_CHOICE(propagating_minimum, propagating_minimum<float>)
LOCKSTEP_CHOICE(propagating_maximum, propagating_maximum<float>)
LOCKSTEP_CHOICE(median, median<float>)
LOCKSTEP_CHOICE(half_minimum, minimum<Half>)
LOCKSTEP_CHOICE(half_maximum, maximum<Half>)
LOCKSTEP_CHOICE(half_propagating_minimum, propagating_minimum<Half>)
LOCKSTEP_CHOICE(half_propagating_maximum, propagating_maximum<Half>)
#undef LOCKSTEP_CHOICE

}  // namespace lockstep::isa
