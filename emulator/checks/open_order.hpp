// Whether what a launch leaves may depend on which wave comes first though nothing races: atomics that are
// not the same in every order, a sum of floats or what was there before.
#pragma once

#include "emulator/machine/dispatch/dispatch.hpp"

namespace lockstep::checks {

/// What is added to a line about bytes that are not always the same.
inline constexpr const char* kOrderIsOpen = "; its atomics leave the order of waves open";

/// Whether the launch leaves the order of waves open, by the instructions that it executed.
bool leaves_order_open(const machine::LoadedCode& code, const machine::Outcome& outcome);

}  // namespace lockstep::checks
