#include "emulator/isa/branch.hpp"

#include "emulator/isa/semantics.hpp"

namespace lockstep::isa {

std::uint64_t immediate_target(const Instruction& instruction) {
  // SIMM16 counts dwords from the next instruction.
  const std::int64_t dwords = std::int16_t(instruction.immediate()->integer);
  return instruction.address + 4 + std::uint64_t(dwords * 4);
}

std::optional<std::uint64_t> branch_target(const Instruction& instruction) {
  if (instruction.semantics == nullptr) return std::nullopt;
  const auto* const control = std::get_if<Control>(&instruction.semantics->operation);
  if (control == nullptr || *control < Control::branch || *control > Control::branch_execnz)
    return std::nullopt;
  if (instruction.immediate() == nullptr) return std::nullopt;
  return immediate_target(instruction);
}

}  // namespace lockstep::isa
