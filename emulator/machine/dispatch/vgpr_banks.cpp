#include "emulator/machine/dispatch/vgpr_banks.hpp"

#include "emulator/isa/semantics.hpp"
#include "emulator/machine/dispatch/executor.hpp"
#include "emulator/machine/vector/execute.hpp"
#include "emulator/machine/vector/fast_vector.hpp"
#include "emulator/machine/waves/mode.hpp"

namespace lockstep::machine {

namespace {

using isa::OperandRole;

/// The fields of MODE's banks.
enum class Bank : std::uint8_t { written, source0, source1, source2, none };

constexpr std::uint16_t kBankRegisters = 256;

std::uint16_t first_of(std::uint32_t banks, Bank bank) {
  return bank == Bank::none ? std::uint16_t{0} : std::uint16_t((banks >> 2 * unsigned(bank) & 3) * kBankRegisters);
}

/// Sources in the order of the line; the scales of a matrix instruction, behind its three, are of the first bank.
Bank of_source(int n) {
  return n < 3 ? Bank(1 + n) : Bank::none;
}

/// LLVM 22, AMDGPULowerVGPREncoding (getVGPRLoweringOperandTables): by the field of the encoding that an operand is
/// in. A buffer's data is in vdata, which is what is written even where it is read; a copy's LDS address is in vdst.
Bank of_memory(const isa::Memory& row, OperandRole role) {
  switch (role) {
    case OperandRole::address:
      return Bank::source0;
    case OperandRole::data0:
      if (row.space == isa::Memory::Space::buffer) return Bank::written;
      return row.lds_in_register && row.access == isa::Access::load ? Bank::written : Bank::source1;
    case OperandRole::data1:
      return Bank::source2;
    case OperandRole::destination:
      return Bank::written;
    default:
      return Bank::none;
  }
}

/// ds_bpermute's selector is in the address field; ds_swizzle's only source, too.
Bank of_permutation(const isa::Instruction& i, OperandRole role) {
  if (role == OperandRole::destination) return Bank::written;
  if (role == OperandRole::lane_select) return Bank::source0;
  return i.operand(OperandRole::lane_select) != nullptr ? Bank::source1 : Bank::source0;
}

void move(isa::Operand* operand, std::uint32_t banks, Bank bank) {
  if (operand != nullptr && operand->kind == isa::Operand::Kind::vector)
    operand->index = std::uint16_t(operand->index + first_of(banks, bank));
}

void move_sources(isa::Instruction& i, std::uint32_t banks) {
  constexpr OperandRole kSources[] = {OperandRole::source0, OperandRole::source1, OperandRole::source2,
                                      OperandRole::lane_select, OperandRole::seed, OperandRole::scale0,
                                      OperandRole::scale1};
  int next = 0;
  for (const OperandRole role : kSources)
    if (isa::Operand* const operand = i.operand(role)) move(operand, banks, of_source(next++));
  move(i.operand(OperandRole::destination), banks, Bank::written);
}

void move_operands(isa::Instruction& i, std::uint32_t banks) {
  const auto& operation = i.semantics->operation;
  constexpr OperandRole kOfMemory[] = {OperandRole::address, OperandRole::data0, OperandRole::data1,
                                       OperandRole::lane_select, OperandRole::destination};
  const auto* const memory = std::get_if<isa::Memory>(&operation);
  if (memory == nullptr && !std::holds_alternative<isa::LanePermute>(operation) &&
      !std::holds_alternative<isa::CacheControl>(operation))
    return move_sources(i, banks);
  for (const OperandRole role : kOfMemory) {
    if (role == OperandRole::destination && i.roles[role] == i.roles[OperandRole::data0]) continue;
    const Bank bank = memory != nullptr                 ? of_memory(*memory, role)
                      : role == OperandRole::address ? Bank::source0
                                                     : of_permutation(i, role);
    move(i.operand(role), banks, bank);
  }
}

bool names_vectors(const isa::Instruction& i) {
  if (i.semantics == nullptr || !i.unreadable.empty()) return false;
  for (std::size_t n = 0; n < isa::kOperandRoles; ++n)
    if (const isa::Operand* const o = i.operand(OperandRole(n)); o != nullptr && o->kind == isa::Operand::Kind::vector)
      return true;
  return false;
}

std::unique_ptr<BankedInstruction> make(Wave& wave, const PreparedInstruction& prepared, std::uint32_t banks) {
  auto made = std::make_unique<BankedInstruction>();
  made->banks = banks;
  made->instruction = *prepared.instruction;
  move_operands(made->instruction, banks);
  made->prepared = {executor_of(made->instruction), &made->instruction, prepared.index};
  if (auto fast = fast_vector(made->instruction, wave.width(), wave.group->constants)) {
    made->fast = std::make_shared<const FastVector>(std::move(*fast));
    made->prepared.fast = made->fast.get();
    made->prepared.execute = fast_executor(*made->fast);
  }
  return made;
}

}  // namespace

const PreparedInstruction& in_banks(Wave& wave, const PreparedInstruction& prepared) {
  const std::uint32_t banks = (wave.mode & kModeBanks) >> kModeBanksShift;
  auto& all = wave.group->banked;
  if (all.size() <= prepared.index) all.resize(wave.environment().program->instructions.size());
  auto& kept = all[prepared.index];
  for (const auto& one : kept)
    if (one->banks == banks) return one->prepared;
  if (!names_vectors(*prepared.instruction)) return prepared;
  return kept.emplace_back(make(wave, prepared, banks))->prepared;
}

}  // namespace lockstep::machine
