#include "emulator/isa/vgpr_banks.hpp"

#include "emulator/isa/semantics.hpp"

namespace lockstep::isa {

namespace {

/// The fields of MODE's banks.
enum class Bank : std::uint8_t { written, source0, source1, source2, none };

constexpr std::uint16_t kBankRegisters = 256;

std::uint16_t first_of(std::uint32_t banks, Bank bank) {
  return bank == Bank::none ? std::uint16_t{0}
                            : std::uint16_t((banks >> 2 * unsigned(bank) & 3) * kBankRegisters);
}

/// Sources in the order of the line; the scales of a matrix instruction, behind its three, are of the first
/// bank.
Bank of_source(int n) {
  return n < 3 ? Bank(1 + n) : Bank::none;
}

/// LLVM 22, AMDGPULowerVGPREncoding (getVGPRLoweringOperandTables): by the field of the encoding that an
/// operand is in. A buffer's data is in vdata, which is what is written even where it is read; a copy's LDS
/// address is in vdst.
Bank of_memory(const Memory& row, OperandRole role) {
  switch (role) {
    case OperandRole::address:
      return Bank::source0;
    case OperandRole::data0:
      if (row.space == Memory::Space::buffer) return Bank::written;
      return row.lds_in_register && row.access == Access::load ? Bank::written : Bank::source1;
    case OperandRole::data1:
      return Bank::source2;
    case OperandRole::destination:
      return Bank::written;
    default:
      return Bank::none;
  }
}

/// ds_bpermute's selector is in the address field; ds_swizzle's only source, too.
Bank of_permutation(const Instruction& i, OperandRole role) {
  if (role == OperandRole::destination) return Bank::written;
  if (role == OperandRole::lane_select) return Bank::source0;
  return i.operand(OperandRole::lane_select) != nullptr ? Bank::source1 : Bank::source0;
}

void move(Operand* operand, std::uint32_t banks, Bank bank) {
  if (operand != nullptr && operand->kind == Operand::Kind::vector)
    operand->index = std::uint16_t(operand->index + first_of(banks, bank));
}

void move_sources(Instruction& i, std::uint32_t banks) {
  constexpr OperandRole kSources[] = {OperandRole::source0,     OperandRole::source1, OperandRole::source2,
                                      OperandRole::lane_select, OperandRole::seed,    OperandRole::scale0,
                                      OperandRole::scale1};
  int next = 0;
  for (const OperandRole role : kSources)
    if (Operand* const operand = i.operand(role)) move(operand, banks, of_source(next++));
  move(i.operand(OperandRole::destination), banks, Bank::written);
}

void move_operands(Instruction& i, std::uint32_t banks) {
  const auto& operation = i.semantics->operation;
  constexpr OperandRole kOfMemory[] = {OperandRole::address, OperandRole::data0, OperandRole::data1,
                                       OperandRole::lane_select, OperandRole::destination};
  const auto* const memory = std::get_if<Memory>(&operation);
  if (memory == nullptr && !std::holds_alternative<LanePermute>(operation) &&
      !std::holds_alternative<CacheControl>(operation))
    return move_sources(i, banks);
  for (const OperandRole role : kOfMemory) {
    if (role == OperandRole::destination && i.roles[role] == i.roles[OperandRole::data0]) continue;
    const Bank bank = memory != nullptr              ? of_memory(*memory, role)
                      : role == OperandRole::address ? Bank::source0
                                                     : of_permutation(i, role);
    move(i.operand(role), banks, bank);
  }
}

}  // namespace

bool names_vectors(const Instruction& i) {
  if (i.semantics == nullptr || !i.unreadable.empty()) return false;
  for (std::size_t n = 0; n < kOperandRoles; ++n)
    if (const Operand* const o = i.operand(OperandRole(n)); o != nullptr && o->kind == Operand::Kind::vector)
      return true;
  return false;
}

Instruction in_banks(Instruction instruction, Banks banks) {
  move_operands(instruction, banks);
  return instruction;
}

}  // namespace lockstep::isa
