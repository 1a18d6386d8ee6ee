// Gives each instruction its row and each of its operands a role, once, when it is decoded. Whoever executes
// an instruction or reasons about it asks for operands by role, so that all agree.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "emulator/isa/instruction.hpp"

namespace lockstep::isa {

/// A set of Operand::Kind.
using OperandKinds = std::uint8_t;
constexpr OperandKinds set_of(Operand::Kind kind) {
  return OperandKinds(1u << unsigned(kind));
}

/// One operand of a form.
struct OperandPosition {
  OperandRole role;
  OperandKinds kinds;
  bool optional = false;
  std::optional<OperandRole> also{};  ///< a second role: an atomic's data that receives what was there
};

class OperandForm {
 public:
  static constexpr std::size_t kMost = 6;

  OperandForm() = default;
  OperandForm(std::initializer_list<OperandPosition> positions) {
    for (const OperandPosition& position : positions) add(position);
  }
  void add(const OperandPosition& position) { positions_[count_++] = position; }
  const OperandPosition* begin() const { return positions_.data(); }
  const OperandPosition* end() const { return positions_.data() + count_; }

 private:
  std::array<OperandPosition, kMost> positions_{};
  std::size_t count_ = 0;
};

/// The form of an instruction that has a row.
OperandForm form_of(const Instruction& instruction);

/// Finds the row that the mnemonic has on the arch and resolves the operands. A line whose operands are not
/// those that the row takes becomes unreadable; one that was unreadable stays so.
void bind_semantics(Instruction& instruction, arch::Set archs);

/// Resolves the operands by a row that is known already.
void bind_semantics(Instruction& instruction, const Semantics* semantics);

/// The lane mask that an operation with a carry reads: VCC, unless the line names another.
const Operand& carry_in(const Instruction& instruction);

/// Whether an instruction reads an operand, writes it, or both.
struct OperandUse {
  const Operand* operand;
  bool read, written;
};
/// The operands in the order of the line. Each of a line without roles counts as read.
std::vector<OperandUse> operand_uses(const Instruction& instruction);

const char* name(OperandRole role);

}  // namespace lockstep::isa
