// What a file that is no object for an emulated GPU is for, in words.
#pragma once

#include <cstdint>
#include <string>

namespace lockstep::code_object {

/// Of e_machine: "x86-64, a program of the host: …". The number where nothing is known of it.
std::string machine_name(std::uint32_t machine);

/// Of EF_AMDGPU_MACH: "gfx90a (0x3f)".
std::string processor_name(std::uint32_t mach);

}  // namespace lockstep::code_object
