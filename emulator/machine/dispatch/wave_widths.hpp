// Which width of waves a code object is for, and whether its arch has it.
#pragma once

#include <string>

#include "emulator/code_object/code_object.hpp"
#include "emulator/isa/wave_width.hpp"

namespace lockstep::machine {

/// Of the kernel's waves, as its descriptor says (ENABLE_WAVEFRONT_SIZE32).
isa::WaveWidth wave_width(const code_object::Kernel& kernel);

/// For which the object's code is to be decoded: that of its first kernel, or the arch's if it has but one.
isa::WaveWidth wave_width(const code_object::CodeObject& object);

/// Why waves of the kernel's width can't run, in words; empty when they can. `widths`: of the object's arch.
std::string width_refusal(const code_object::CodeObject& object, const code_object::Kernel& kernel,
                          isa::WaveWidths widths);

}  // namespace lockstep::machine
