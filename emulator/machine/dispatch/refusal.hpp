// Launches that this machine refuses to start.
#pragma once

#include <string>

#include "emulator/code_object/code_object.hpp"
#include "emulator/isa/wave_width.hpp"
#include "emulator/machine/dispatch/launch.hpp"

namespace lockstep::machine {

// Wave widths: which one a code object is for, and whether its arch has it.

/// The width of the kernel's waves, from its descriptor (ENABLE_WAVEFRONT_SIZE32).
isa::WaveWidth wave_width(const code_object::Kernel& kernel);

/// The width for which the object's code is decoded: its first kernel's, or the arch's if it has only one.
isa::WaveWidth wave_width(const code_object::CodeObject& object);

/// Why waves of the kernel's width cannot run; empty when they can. `widths`: those of the object's arch.
std::string width_refusal(const code_object::CodeObject& object, const code_object::Kernel& kernel,
                          isa::WaveWidths widths);

/// Why this machine cannot start the launch: more LDS than the arch has, a block too large, an arch it does
/// not run. Empty when it can.
std::string refusal(const code_object::CodeObject& object, const code_object::Kernel& kernel,
                    const Launch& launch);

}  // namespace lockstep::machine
