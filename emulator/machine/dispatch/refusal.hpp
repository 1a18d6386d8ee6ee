// Launches that this machine refuses to start.
#pragma once

#include <string>

#include "emulator/code_object/code_object.hpp"
#include "emulator/machine/dispatch/launch.hpp"

namespace lockstep::machine {

/// Why this machine cannot start the launch: more LDS than the arch has, a block too large, an arch it does
/// not run. Empty when it can.
std::string refusal(const code_object::CodeObject& object, const code_object::Kernel& kernel,
                    const Launch& launch);

}  // namespace lockstep::machine
