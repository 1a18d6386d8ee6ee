// Branch directions that no case can take: they need a wave without lanes, and there is always one.
#pragma once

#include <cstdint>
#include <set>

#include "emulator/machine/dispatch/loaded_code.hpp"

namespace lockstep::observe {

/// Branches of the code, by index, that have such a direction: lint::branches_with_lanes() of its kernels.
std::set<std::uint32_t> branches_with_lanes(const machine::LoadedCode& code);

}  // namespace lockstep::observe
