#include "emulator/isa/llvm.hpp"

#include <array>

#include <fmt/core.h>

#include "host/library.hpp"

namespace lockstep::isa {
namespace {

tl::expected<Llvm, std::string> load() {
  // The library's versioned name, which the loader looks up; then the path where the build found it.
  const std::array<std::string, 2> names{LOCKSTEP_LLVM_NAME, LOCKSTEP_LLVM_PATH};
  const auto library = host::load_library(names);
  if (!library)
    return tl::unexpected(
        fmt::format("no disassembler: {}. Debian's package libllvm22 has it", library.error()));
  Llvm llvm{};
  std::array<void (*)(), 3> initialise{};
  std::string missing;
  host::find_function(*library, "LLVMInitializeAMDGPUTargetInfo", initialise[0], missing);
  host::find_function(*library, "LLVMInitializeAMDGPUTargetMC", initialise[1], missing);
  host::find_function(*library, "LLVMInitializeAMDGPUDisassembler", initialise[2], missing);
  host::find_function(*library, "LLVMCreateDisasmCPUFeatures", llvm.create, missing);
  host::find_function(*library, "LLVMDisasmInstruction", llvm.disassemble, missing);
  host::find_function(*library, "LLVMDisasmDispose", llvm.dispose, missing);
  if (!missing.empty())
    return tl::unexpected(fmt::format("no disassembler: {} has no {}, so it was built without AMD's target",
                                      LOCKSTEP_LLVM_NAME, missing));
  for (void (*const step)() : initialise) step();
  return llvm;
}

}  // namespace

const tl::expected<Llvm, std::string>& llvm() {
  static const auto loaded = load();  // once per process, also with threads
  return loaded;
}

}  // namespace lockstep::isa
