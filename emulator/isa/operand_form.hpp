// The operands that a row takes, in the order in which the assembly language writes them: one function per
// family of rows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

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

  void add(const OperandPosition& position) { positions_[count_++] = position; }
  const OperandPosition* begin() const { return positions_.data(); }
  const OperandPosition* end() const { return positions_.data() + count_; }

 private:
  std::array<OperandPosition, kMost> positions_{};
  std::size_t count_ = 0;
};

/// Of an instruction that has a row.
OperandForm form_of(const Instruction& instruction);

}  // namespace lockstep::isa
