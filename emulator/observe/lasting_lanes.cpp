#include "emulator/observe/lasting_lanes.hpp"

#include <vector>

#include "emulator/lint/full_exec.hpp"

namespace lockstep::observe {

std::set<std::uint32_t> branches_with_lanes(const machine::LoadedCode& code) {
  std::set<std::uint32_t> all;
  for (const code_object::Kernel& kernel : code.object().kernels) {
    std::vector<std::uint32_t> entries;
    for (const std::uint64_t past : {std::uint64_t{0}, code_object::kPreloadPrologueBytes})
      if (past == 0 || code_object::has_preload_prologue(code.object(), kernel))
        if (const std::int32_t at = code.program().at(kernel.entry + past); at >= 0)
          entries.push_back(std::uint32_t(at));
    all.merge(lint::branches_with_lanes(code.program(), entries));
  }
  return all;
}

}  // namespace lockstep::observe
