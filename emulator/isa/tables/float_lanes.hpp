// Sums and products of f32 in 64 lanes by the host's own instructions, where it has them. The lane functions are the
// twins and stay what other hosts run.
#pragma once

#include "emulator/isa/tables/arithmetic.hpp"
#include "emulator/isa/tables/lanes.hpp"

namespace lockstep::isa {

template <typename T>
T accumulate(T a, T b, Old<T> d) {
  return fused_multiply_add(a, b, d.value);
}

/// Of FUNCTION, on hosts with AVX2 and with AVX-512: NAME_lanes_v3 and NAME_lanes_v4.
#define LOCKSTEP_FLOAT_LANES(NAME, FUNCTION)                    \
  void NAME##_lanes_v3(const LaneInputs& in, LaneOutputs& out); \
  void NAME##_lanes_v4(const LaneInputs& in, LaneOutputs& out); \
  template <>                                                   \
  struct ByHost<FUNCTION>                                       \
      : HostLanes<LOCKSTEP_IF_X86_64(&NAME##_lanes_v3), LOCKSTEP_IF_X86_64(&NAME##_lanes_v4)> {};
LOCKSTEP_FLOAT_LANES(sum, add<float>)
LOCKSTEP_FLOAT_LANES(difference, subtract<float>)
LOCKSTEP_FLOAT_LANES(reversed_difference, subtract_reversed<float>)
LOCKSTEP_FLOAT_LANES(product, multiply<float>)
LOCKSTEP_FLOAT_LANES(fused, fused_multiply_add<float>)
LOCKSTEP_FLOAT_LANES(accumulated, accumulate<float>)
#undef LOCKSTEP_FLOAT_LANES

}  // namespace lockstep::isa
