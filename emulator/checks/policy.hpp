// What a user asks of the checks.
#pragma once

#include "emulator/findings/severity.hpp"
#include "emulator/isa/wait_state_mode.hpp"

namespace lockstep::checks {

struct Policy {
  // Opt-in checks: the hardware accepts what they report, and kernels often mean it, so they are off unless asked for.
  bool regions = false;  ///< loads of what is not to be read (regions.hpp)
  bool clamped = false;  ///< buffer accesses that their descriptor clamps (clamped.hpp)

  isa::WaitStateMode wait_states = isa::WaitStateMode::evidence;
  findings::Severity fails = findings::kFailsByDefault;  ///< the least that fails a run

  bool is_failure(findings::Severity severity) const { return severity >= fails; }
};

}  // namespace lockstep::checks
