// What the code that a launch executed says of it: whether it leaves the order of waves open, and what lint
// finds there that the run did not show.
#pragma once

#include "emulator/checks/policy.hpp"
#include "emulator/machine/dispatch/dispatch.hpp"

namespace lockstep::checks {

/// What is added to a line about bytes that are not always the same.
inline constexpr const char* kOrderIsOpen = "; its atomics leave the order of waves open";

/// Whether what the launch leaves may depend on which wave comes first though nothing races: it executed
/// atomics that are not the same in every order, a sum of floats or what was there before.
bool leaves_order_open(const machine::LoadedCode& code, const machine::Outcome& outcome);

inline constexpr const char* kStoresClock = "; it may be what a clock says";

/// Whether what the launch leaves may be something else each time because it is what a clock says. Not where
/// a clock only decides a branch.
bool stores_clock(const machine::LoadedCode& code, const machine::Outcome& outcome);

/// Lint's findings of severity `manual` and above that the policy wants and that `outcome` lacks, on paths
/// whose every step was taken, though perhaps not by one wave: so lint and a run never disagree in silence.
/// Their wave is -1.
std::vector<findings::Finding> unshown(const machine::LoadedCode& code, const code_object::Kernel& kernel,
                                       const machine::Outcome& outcome, const Policy& policy);

/// Lint's findings of a kernel, whatever was executed: those that are decided, and that the policy wants.
std::vector<findings::Finding> linted(const machine::LoadedCode& code, const code_object::Kernel& kernel,
                                      const Policy& policy);

}  // namespace lockstep::checks
