// Exponentials, logarithms, roots and reciprocals of f32 in 64 lanes. The lane functions are the twins, and decide every
// lane whose result is in doubt.
#pragma once

#include "emulator/isa/tables/approximate.hpp"
#include "emulator/isa/tables/lanes.hpp"

namespace lockstep::isa {

// NOLINTBEGIN(bugprone-macro-parentheses): names
/// On hosts with AVX2 and with AVX-512.
#define LOCKSTEP_APPROXIMATION(NAME, ...)                       \
  void NAME##_lanes_v3(const LaneInputs& in, LaneOutputs& out); \
  void NAME##_lanes_v4(const LaneInputs& in, LaneOutputs& out); \
  template <>                                                   \
  struct ByHost<approximate<__VA_ARGS__>> : HostLanes<&NAME##_lanes_v3, &NAME##_lanes_v4> {};
// NOLINTEND(bugprone-macro-parentheses)
LOCKSTEP_APPROXIMATION(power, float, power_of_2, true)
LOCKSTEP_APPROXIMATION(logarithm, float, logarithm_2, true)
LOCKSTEP_APPROXIMATION(reciprocal, float, reciprocal, true)
LOCKSTEP_APPROXIMATION(reciprocal_root, float, reciprocal_root, true)
LOCKSTEP_APPROXIMATION(root, float, root, false)
#undef LOCKSTEP_APPROXIMATION

}  // namespace lockstep::isa
