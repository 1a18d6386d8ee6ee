// Opt-in checks: the hardware accepts what they report, and kernels often mean it, so they are off unless asked for.
#pragma once

namespace lockstep::checks {

struct OptIn {
  bool regions = false;  ///< loads of what is not to be read (regions.hpp)
  bool clamped = false;  ///< buffer accesses that their descriptor clamps (clamped.hpp)
};

}  // namespace lockstep::checks
