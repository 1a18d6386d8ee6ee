// What a program has registered, by the addresses of its host's twins.
#pragma once

#include <vector>

#include <tl/expected.hpp>

#include "emulator/runtime/hip/abi.hpp"
#include "emulator/runtime/variable.hpp"

namespace lockstep::runtime::hip {

/// Of a kernel's stub.
tl::expected<Function*, Error> function_of(Session& s, const void* stub);
tl::expected<Variable, Error> variable_of(Session& s, const void* symbol);
/// Of the managed variables, which are the program's as long as it runs.
std::vector<std::uint64_t> managed_addresses();
/// The program's own code objects are loaded anew when they are used next.
void forget_loaded();

}  // namespace lockstep::runtime::hip
