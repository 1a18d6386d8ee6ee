// A choice without a branch at every optimisation level. Without optimisation a conditional operator is a
// branch, and what lanes hold whose results nobody takes, rows past a group's end for instance, would decide
// which lanes run.
#pragma once

#include "kernels/primitives/device.hpp"

namespace lockstep::device {

/// x where `choice` is true, else y.
template <typename T>
__device__ inline T select(bool choice, T x, T y) {
#ifdef __OPTIMIZE__
  return choice ? x : y;
#else
  const std::uint32_t mask = 0u - std::uint32_t{choice};
  return __builtin_bit_cast(
      T, (__builtin_bit_cast(std::uint32_t, x) & mask) | (__builtin_bit_cast(std::uint32_t, y) & ~mask));
#endif
}

}  // namespace lockstep::device
