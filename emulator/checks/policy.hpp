// What a user asks of the checks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emulator/findings/severity.hpp"
#include "emulator/isa/wait_state_mode.hpp"

namespace lockstep::checks {

/// Bytes behind a buffer that its allocator hands out with it.
struct Slack {
  std::string buffer;
  std::uint64_t begin = 0, end = 0;
};

struct Policy {
  // Opt-in checks: the hardware accepts what they report, and kernels often mean it, so they are off unless asked for.
  bool regions = false;  ///< loads of what is not to be read (regions.hpp)
  bool clamped = false;  ///< buffer accesses that their descriptor clamps (clamped.hpp)

  bool lint = true;  ///< what lint says of the executed code and the run does not show (unshown.hpp)

  isa::WaitStateMode wait_states = isa::WaitStateMode::evidence;
  findings::Severity fails = findings::kFailsByDefault;  ///< the least that fails a run

  std::vector<Slack> slacks{};  ///< accesses there are notes

  bool is_failure(findings::Severity severity) const { return severity >= fails; }
};

}  // namespace lockstep::checks
