// Where the waves of workgroups are, as a report says it: those that are at the same place together.
#pragma once

#include <span>
#include <string>

#include "emulator/machine/dispatch/loaded_code.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// "126 waves at s_cbranch_scc1 65531 @0x38, at gemm.hip:42; 2 waves wait at s_barrier @0x50"
std::string wave_places(std::span<const Workgroup* const> groups, const LoadedCode& code);

}  // namespace lockstep::machine
