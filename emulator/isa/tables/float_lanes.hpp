// Sums and products of f32 in 64 lanes by the host's own instructions, where it has them. The lane functions
// are the twins and stay what other hosts run.
#pragma once

#include "emulator/isa/tables/arithmetic.hpp"
#include "emulator/isa/tables/lanes.hpp"

namespace lockstep::isa {

template <typename T>
T accumulate(T a, T b, Old<T> d) {
  return fused_multiply_add(a, b, d.value);
}

#if LOCKSTEP_X86_64
LOCKSTEP_HOST_LANES(sum_lanes, add<float>)
LOCKSTEP_HOST_LANES(difference_lanes, subtract<float>)
LOCKSTEP_HOST_LANES(reversed_difference_lanes, subtract_reversed<float>)
LOCKSTEP_HOST_LANES(product_lanes, multiply<float>)
LOCKSTEP_HOST_LANES(fused_lanes, fused_multiply_add<float>)
LOCKSTEP_HOST_LANES(accumulated_lanes, accumulate<float>)
#endif

}  // namespace lockstep::isa
