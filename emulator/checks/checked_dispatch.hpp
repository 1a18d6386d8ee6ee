// A dispatch that every check observes.
#pragma once

#include "emulator/checks/policy.hpp"
#include "emulator/machine/dispatch/dispatch.hpp"

namespace lockstep::checks {

/// As machine::dispatch, with what the checks found behind what the machine did. `settings.observer` is told
/// of everything, too.
machine::Outcome checked_dispatch(const machine::LoadedCode& code, const code_object::Kernel& kernel,
                                  const machine::Launch& launch, machine::Memory& memory,
                                  const machine::Settings& settings, Policy policy = {});

}  // namespace lockstep::checks
