// What a file that is no object for an emulated GPU is for, in words.
#pragma once

#include <cstdint>
#include <string>

namespace lockstep::code_object {

/// What e_machine names: "x86-64, a program of the host: …". The number where nothing is known of it.
std::string machine_name(std::uint32_t machine);

/// What EF_AMDGPU_MACH names: "gfx90a (0x3f)".
std::string processor_name(std::uint32_t mach);

}  // namespace lockstep::code_object
