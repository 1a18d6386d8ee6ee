// Where the waves of workgroups are, as a report says it: those that are at the same place together.
#pragma once

#include <span>
#include <string>

#include "emulator/machine/dispatch/loaded_code.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// "126 waves at s_cbranch_scc1 65531 @0x38, gemm.hip:42; 2 waves at the barrier s_barrier @0x50". What lies
/// on the source line `named` comes last, without the line: that follows, as a finding ends with its own.
std::string wave_places(std::span<const Workgroup* const> groups, const LoadedCode& code,
                        const std::string& named = {});

}  // namespace lockstep::machine
