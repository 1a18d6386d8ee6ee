// Variables of a code object: what its symbol table says of their names, addresses and sizes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "emulator/runtime/module.hpp"

namespace lockstep::runtime {

struct Variable {
  Module* module = nullptr;
  std::uint64_t address = 0, bytes = 0;  ///< of the device
};

/// Nothing: the module has none of that name.
std::optional<Variable> variable_of(Module& module, std::string_view name);

}  // namespace lockstep::runtime
