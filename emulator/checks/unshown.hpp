// What lint says of the code that a run executed, and the run did not show: a path whose every step was
// taken, if not one behind the other. Lint and a run never disagree in silence.
#pragma once

#include "emulator/checks/policy.hpp"
#include "emulator/machine/dispatch/dispatch.hpp"

namespace lockstep::checks {

/// Lint's findings of severity `manual` and above that the policy wants and `outcome` has no counterpart of.
/// Their wave is -1.
std::vector<findings::Finding> unshown(const machine::LoadedCode& code, const code_object::Kernel& kernel,
                                       const machine::Outcome& outcome, const Policy& policy);

/// Lint's findings of a kernel, whatever was executed: those that are decided, and that the policy wants.
std::vector<findings::Finding> linted(const machine::LoadedCode& code, const code_object::Kernel& kernel,
                                      const Policy& policy);

}  // namespace lockstep::checks
