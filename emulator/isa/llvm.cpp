#include "emulator/isa/llvm.hpp"

#include <array>

#include <fmt/core.h>

#include "host/library.hpp"

namespace lockstep::isa {
namespace {

tl::expected<Llvm, std::string> load() {
  const auto names = std::to_array<std::string>({LOCKSTEP_LLVM_NAMES});
  const auto library = host::load_library(names);
  if (!library)
    return tl::unexpected(fmt::format("no disassembler: {}. {}", library.error(), LOCKSTEP_LLVM_SOURCE));
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
                                      names.front(), missing));
  for (void (*const step)() : initialise) step();
  return llvm;
}

}  // namespace

const tl::expected<Llvm, std::string>& llvm() {
  // Once per process, also with threads; never destroyed: what is asked at the end of the process finds it.
  static const auto& loaded = *new auto(load());
  return loaded;
}

}  // namespace lockstep::isa
