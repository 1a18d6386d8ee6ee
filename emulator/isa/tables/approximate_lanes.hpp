// Exponentials and reciprocals of f32 in 64 lanes. The lane functions are the twins, and decide
// every lane whose result is in doubt.
#pragma once

#include "emulator/isa/tables/approximate.hpp"
#include "emulator/isa/tables/lanes.hpp"

namespace lockstep::isa {

/// On hosts with AVX2 and with AVX-512.
void power_lanes_v3(const LaneInputs& in, LaneOutputs& out);
void power_lanes_v4(const LaneInputs& in, LaneOutputs& out);
void reciprocal_lanes_v3(const LaneInputs& in, LaneOutputs& out);
void reciprocal_lanes_v4(const LaneInputs& in, LaneOutputs& out);

template <>
struct ByHost<approximate<float, power_of_2, true>> : HostLanes<&power_lanes_v3, &power_lanes_v4> {};
template <>
struct ByHost<approximate<float, reciprocal, true>> : HostLanes<&reciprocal_lanes_v3, &reciprocal_lanes_v4> {
};

}  // namespace lockstep::isa
