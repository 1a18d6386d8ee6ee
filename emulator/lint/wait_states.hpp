// Software wait states: the pairs of instructions that isa::too_close finds on some path, of a kernel's code.
#pragma once

#include <vector>

#include "emulator/isa/wait_states.hpp"
#include "emulator/lint/finding.hpp"

namespace lockstep::lint {

struct ControlFlow;

/// What concerns the code that a kernel reaches.
/// Instructions with known errata, of those that are reached.
std::vector<Finding> check_errata(const isa::Program& program, const ControlFlow& flow);

/// `part`: `flow` is not all of the code that `found` is of.
std::vector<Finding> check_wait_states(const isa::Program& program, const ControlFlow& flow,
                                       const isa::WaitStates& found, bool part);

}  // namespace lockstep::lint
