// Checks that are only there for those who ask: the hardware has nothing against what they report, and kernels
// often mean it.
#pragma once

namespace lockstep::checks {

struct OnRequest {
  bool regions = false;  ///< loads of what is not to be read (regions.hpp)
  bool clamped = false;  ///< buffer accesses that their descriptor clamps (clamped.hpp)
};

}  // namespace lockstep::checks
