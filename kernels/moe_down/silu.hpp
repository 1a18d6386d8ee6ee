// The gate of the first product, silu(g) * u, as a fixed sequence of IEEE binary32 operations: the same bits
// on every device, unlike the hardware's exponential and reciprocal.
#pragma once

#include "kernels/primitives/select.hpp"

namespace lockstep::device::moe {

/// 2^(x / ln 2) for x <= 0: the power's whole part by ldexp, its fraction by a Taylor polynomial of degree 7.
__device__ inline float exponential(float x) {
#pragma clang fp contract(off)
  constexpr float kLog2eHigh = 0x1.715476p+0f, kLog2eLow = 0x1.4ae0cp-26f;
  constexpr float kTaylor[] = {0x1.ffcbfcp-17f, 0x1.430912p-13f, 0x1.5d87fep-10f, 0x1.3b2ab6p-7f,
                               0x1.c6b08ep-5f,  0x1.ebfbep-3f,   0x1.62e43p-1f,   0x1p+0f};
  const float least = select(x < -200.0f, -200.0f, x);
  const float whole = __builtin_rintf(least * kLog2eHigh);
  const float fraction = __builtin_fmaf(least, kLog2eLow, __builtin_fmaf(least, kLog2eHigh, -whole));
  float power = kTaylor[0];
  for (int i = 1; i < 8; ++i) power = __builtin_fmaf(power, fraction, kTaylor[i]);
  return __builtin_ldexpf(power, static_cast<int>(whole));
}

__device__ inline float gated(float g, float u) {
#pragma clang fp contract(off)
  const float e = exponential(-__builtin_fabsf(g));
  const float sigmoid = select(g < 0, e, 1.0f) / (1.0f + e);
  return g * sigmoid * u;
}

}  // namespace lockstep::device::moe
