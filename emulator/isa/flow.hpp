// Where execution may go behind an instruction.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "emulator/isa/instruction.hpp"

namespace lockstep::isa {

/// Where the immediate of a direct branch or call points.
std::uint64_t immediate_target(const Instruction& instruction);

/// The address that a taken direct branch continues at; none for any other instruction. It may lie outside
/// the program.
std::optional<std::uint64_t> branch_target(const Instruction& instruction);

/// What an instruction does to the flow of its wave, as far as the code alone says it.
struct Flow {
  bool falls = true;  ///< may go on to the next instruction
  /// Address of a jump: of branches, calls, and s_setpc and s_swappc whose target is a constant.
  std::optional<std::uint64_t> target;
  bool conditional = false;
  std::optional<std::uint16_t> link;  ///< a call: the first SGPR of the pair that holds the return address
  std::optional<std::uint16_t> register_target;  ///< a jump to the address in this pair, which is no constant
};

/// `at` is an index into the program. A call does not fall through: its callee returns.
Flow flow(const Program& program, std::uint32_t at);

}  // namespace lockstep::isa
