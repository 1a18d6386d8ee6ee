// Fused multiply-add of 64 lanes by the host's own instruction, where it has one. The lane function is the
// twin and stays what other hosts run.
#pragma once

#include "arithmetic.hpp"
#include "lanes.hpp"

namespace lockstep::isa {

/// source[0] * source[1] + source[2], in f32.
void fused_lanes(const LaneInputs& in, LaneOutputs& out);
/// source[0] * source[1] + old.
void accumulated_lanes(const LaneInputs& in, LaneOutputs& out);

/// ... on hosts with AVX-512 only.
void fused_lanes_wide(const LaneInputs& in, LaneOutputs& out);
void accumulated_lanes_wide(const LaneInputs& in, LaneOutputs& out);

template <typename T>
T accumulate(T a, T b, Old<T> d) {
  return fused_multiply_add(a, b, d.value);
}

template <>
struct ByHost<fused_multiply_add<float>> {
  static constexpr bool kExists = true;
  static constexpr LaneFunction kLanes = &fused_lanes, kWide = &fused_lanes_wide;
};
template <>
struct ByHost<accumulate<float>> {
  static constexpr bool kExists = true;
  static constexpr LaneFunction kLanes = &accumulated_lanes, kWide = &accumulated_lanes_wide;
};

}  // namespace lockstep::isa
