// A code object from a file, with its instructions.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "emulator/code_object/code_object.hpp"
#include "emulator/isa/instruction.hpp"

namespace lockstep::cli {

struct CodeListing {
  code_object::CodeObject object;
  isa::Program program;
};

/// Errors name the file.
tl::expected<CodeListing, std::string> read_code(const std::string& file);

/// The kernel of that name, or an error that says which there are.
tl::expected<const code_object::Kernel*, std::string> find_kernel(const code_object::CodeObject& object,
                                                                  const std::string& name);

/// Whether the emulator has semantics for it.
bool is_supported(const isa::Instruction& instruction);
/// Words that decode to nothing lie between kernels: they are data or padding, and no instructions.
bool is_data(const isa::Instruction& instruction);

}  // namespace lockstep::cli
