// The types of a kernel's parameters. Metadata has sizes only; the name of a C++ or HIP kernel has the types.
#pragma once

#include <string>
#include <vector>

#include "emulator/code_object/code_object.hpp"

namespace lockstep::code_object {

/// The C++ type of each explicit argument, in order: "float", "unsigned int", "float*". All are empty where
/// the name says none (extern "C", Triton, assembly) or other parameters than the metadata has.
std::vector<std::string> parameter_types(const Kernel& kernel);

}  // namespace lockstep::code_object
