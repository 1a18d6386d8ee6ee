// What this machine does not start.
#pragma once

#include <string>

#include "emulator/code_object/code_object.hpp"
#include "emulator/machine/dispatch/launch.hpp"

namespace lockstep::machine {

/// Why this machine can't start the launch, in words: more LDS than there is, a block too large, an arch it
/// does not run; empty when it can.
std::string refusal(const code_object::CodeObject& object, const code_object::Kernel& kernel,
                    const Launch& launch);

}  // namespace lockstep::machine
