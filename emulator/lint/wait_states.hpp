// Software wait states: the pairs of instructions that isa::too_close finds on some path, of a kernel's code.
#pragma once

#include <span>
#include <vector>

#include "emulator/isa/wait_states.hpp"
#include "finding.hpp"

namespace lockstep::lint {

struct ControlFlow;

/// Of a whole program: it is the same for all its kernels.
struct WaitStates {
  std::vector<isa::TooClose> pairs;
  std::vector<std::uint32_t> unfinished;  ///< producers behind which there are too many paths
};
WaitStates find_wait_states(const isa::Program& program);

/// What concerns the code that a kernel reaches.
std::vector<Finding> check_wait_states(const isa::Program& program, const ControlFlow& flow,
                                       const WaitStates& found);

}  // namespace lockstep::lint
