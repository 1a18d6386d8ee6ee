// What a program has registered, by the addresses of its host's twins.
#pragma once

#include <tl/expected.hpp>

#include "emulator/runtime/hip/abi.hpp"
#include "emulator/runtime/variable.hpp"

namespace lockstep::runtime::hip {

/// Of a kernel's stub.
tl::expected<Function*, Error> function_of(Session& s, const void* stub);
tl::expected<Variable, Error> variable_of(Session& s, const void* symbol);

}  // namespace lockstep::runtime::hip
