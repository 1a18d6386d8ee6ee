// Which tile a workgroup takes on a device of several dies (XCDs), to which workgroups are dealt in turn.
#pragma once

#include "kernels/primitives/device.hpp"

namespace lockstep::device {

/// Gives each die a run of neighbouring tiles, so that what they share stays in its cache. A bijection of
/// 0 .. tiles - 1 for any number of tiles and dies: the first tiles % xcds dies have one more.
__device__ inline int xcd_contiguous(int workgroup, int tiles, int xcds) {
  const auto w = static_cast<std::uint32_t>(workgroup), t = static_cast<std::uint32_t>(tiles),
             x = static_cast<std::uint32_t>(xcds);
  const std::uint32_t die = w % x, longer = t % x;
  return static_cast<int>(die * (t / x) + (die < longer ? die : longer) + w / x);
}

}  // namespace lockstep::device
