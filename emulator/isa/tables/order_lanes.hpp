// The larger, smaller and middle of floats in 64 lanes as integers that are ordered alike, while none is NaN. The
// lane functions are the twins, and do the rest.
#pragma once

#include "emulator/isa/tables/arithmetic.hpp"
#include "emulator/isa/tables/lanes.hpp"

namespace lockstep::isa {

/// On hosts with AVX2 and with AVX-512.
void minimum_lanes_v3(const LaneInputs& in, LaneOutputs& out);
void minimum_lanes_v4(const LaneInputs& in, LaneOutputs& out);
void maximum_lanes_v3(const LaneInputs& in, LaneOutputs& out);
void maximum_lanes_v4(const LaneInputs& in, LaneOutputs& out);
void minimum_of_three_lanes_v3(const LaneInputs& in, LaneOutputs& out);
void minimum_of_three_lanes_v4(const LaneInputs& in, LaneOutputs& out);
void maximum_of_three_lanes_v3(const LaneInputs& in, LaneOutputs& out);
void maximum_of_three_lanes_v4(const LaneInputs& in, LaneOutputs& out);
void median_lanes_v3(const LaneInputs& in, LaneOutputs& out);
void median_lanes_v4(const LaneInputs& in, LaneOutputs& out);

template <>
struct ByHost<minimum<float>> : HostLanes<&minimum_lanes_v3, &minimum_lanes_v4> {};
template <>
struct ByHost<maximum<float>> : HostLanes<&maximum_lanes_v3, &maximum_lanes_v4> {};
template <>
struct ByHost<minimum_of_three<float>> : HostLanes<&minimum_of_three_lanes_v3, &minimum_of_three_lanes_v4> {};
template <>
struct ByHost<maximum_of_three<float>> : HostLanes<&maximum_of_three_lanes_v3, &maximum_of_three_lanes_v4> {};
template <>
struct ByHost<median<float>> : HostLanes<&median_lanes_v3, &median_lanes_v4> {};

}  // namespace lockstep::isa
