// Fused multiply-add of 64 lanes by the host's own instruction, where it has one. The lane function is the
// twin and stays what other hosts run.
#pragma once

#include "emulator/isa/tables/arithmetic.hpp"
#include "emulator/isa/tables/lanes.hpp"

namespace lockstep::isa {

/// source[0] * source[1] + source[2], in f32, on hosts with AVX2 and with AVX-512.
void fused_lanes_v3(const LaneInputs& in, LaneOutputs& out);
void fused_lanes_v4(const LaneInputs& in, LaneOutputs& out);
/// source[0] * source[1] + old.
void accumulated_lanes_v3(const LaneInputs& in, LaneOutputs& out);
void accumulated_lanes_v4(const LaneInputs& in, LaneOutputs& out);

template <typename T>
T accumulate(T a, T b, Old<T> d) {
  return fused_multiply_add(a, b, d.value);
}

template <>
struct ByHost<fused_multiply_add<float>>
    : HostLanes<LOCKSTEP_IF_X86_64(&fused_lanes_v3), LOCKSTEP_IF_X86_64(&fused_lanes_v4)> {};
template <>
struct ByHost<accumulate<float>>
    : HostLanes<LOCKSTEP_IF_X86_64(&accumulated_lanes_v3), LOCKSTEP_IF_X86_64(&accumulated_lanes_v4)> {};

}  // namespace lockstep::isa
