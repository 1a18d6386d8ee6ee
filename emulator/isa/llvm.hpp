// LLVM's disassembler, loaded when something is first decoded: relocating a library of 130 MB takes longer
// than most commands that decode nothing.
#pragma once

#include <string>

#include <llvm-c/Disassembler.h>
#include <tl/expected.hpp>

namespace lockstep::isa {

struct Llvm {
  decltype(&LLVMCreateDisasmCPUFeatures) create;
  decltype(&LLVMDisasmInstruction) disassemble;
  decltype(&LLVMDisasmDispose) dispose;
};

/// The process's one, with AMD's target initialised. Errors: the library can't be loaded, or is another
/// version.
const tl::expected<Llvm, std::string>& llvm();

}  // namespace lockstep::isa
