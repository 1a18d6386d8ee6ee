// The steps of an f32 division on hosts with AVX2: of eight lanes whose operands are all ordinary at once, of
// any others each by the lane function, which stays the twin.
#pragma once

#include "emulator/isa/tables/division.hpp"
#include "emulator/isa/tables/float_lanes.hpp"

namespace lockstep::isa {

// Functions written in instructions of x86-64.
void scaled_lanes_v3(const LaneInputs& in, LaneOutputs& out);
void scaled_back_lanes_v3(const LaneInputs& in, LaneOutputs& out);
void fixed_lanes_v3(const LaneInputs& in, LaneOutputs& out);

template <>
struct ByHost<scale_for_division<float>> : HostLanes<LOCKSTEP_IF_X86_64(&scaled_lanes_v3)> {};
template <>
struct ByHost<v_div_fmas<float>> : HostLanes<LOCKSTEP_IF_X86_64(&scaled_back_lanes_v3)> {};
template <>
struct ByHost<v_div_fixup<float>> : HostLanes<LOCKSTEP_IF_X86_64(&fixed_lanes_v3)> {};

}  // namespace lockstep::isa
