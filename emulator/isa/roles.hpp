// Gives each instruction its row and each of its operands a role, once, when it is decoded. Whoever executes
// an instruction or reasons about it asks for operands by role, so that all agree.
#pragma once

#include <string_view>
#include <vector>

#include "emulator/isa/instruction.hpp"

namespace lockstep::isa {

/// Finds the row that the mnemonic has on the arch and resolves the operands. A line whose operands are not those that the row
/// takes becomes unreadable; one that was unreadable stays so.
void bind_semantics(Instruction& instruction, arch::Set archs);

/// The same with a row that is known already.
void bind_semantics(Instruction& instruction, const Semantics* semantics);

/// The lane mask that an operation with a carry reads: VCC, unless the line names another.
const Operand& carry_in(const Instruction& instruction);

/// Whether an instruction reads an operand, writes it, or both.
struct OperandUse {
  const Operand* operand;
  bool read, written;
};
/// In the order of the line. Of a line without roles every operand counts as read.
std::vector<OperandUse> operand_uses(const Instruction& instruction);

const char* name(OperandRole role);

}  // namespace lockstep::isa
