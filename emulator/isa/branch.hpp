// Where a direct branch goes.
#pragma once

#include <optional>

#include "emulator/isa/instruction.hpp"

namespace lockstep::isa {

/// Where the immediate of a direct branch or call points.
std::uint64_t immediate_target(const Instruction& instruction);

/// The address that a taken direct branch continues at; none for any other instruction. It may lie outside
/// the program.
std::optional<std::uint64_t> branch_target(const Instruction& instruction);

}  // namespace lockstep::isa
