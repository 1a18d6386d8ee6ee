#include "emulator/machine/vector/register_index.hpp"

#include <algorithm>

#include "emulator/machine/vector/execute.hpp"
#include "emulator/machine/vector/fast_vector.hpp"
#include "emulator/machine/waves/mode.hpp"

namespace lockstep::machine {

namespace {

// CDNA4 ISA, S_SETVSKIP: "no VOP*, M*BUF, MIMG, DS or FLAT instructions".
bool is_skipped(const isa::Instruction& instruction) {
  constexpr std::string_view kFamilies[] = {"v_",    "buffer_", "tbuffer_", "ds_",
                                            "flat_", "global_", "scratch_"};
  const std::string_view mnemonic = instruction.mnemonic;
  return std::ranges::any_of(kFamilies,
                             [&](std::string_view family) { return mnemonic.starts_with(family); });
}

constexpr unsigned kSource0 = 0, kDestination = 3;

/// The role of each operand in M0[15:12], as a bit number; the order of operands is the line's. A line that
/// lacks some is refused where it is executed.
std::vector<unsigned> roles_of(const isa::Instruction& i) {
  std::vector<unsigned> roles;
  bool writes_register = true, writes_mask = false;
  if (const auto* alu = std::get_if<isa::VectorAlu>(&i.semantics->operation)) {
    writes_register = alu->destination != isa::Type::none;
    writes_mask = alu->writes_mask;
  }
  if (writes_register) roles.push_back(kDestination);
  if (writes_mask) roles.push_back(kDestination);  // a scalar: no index applies
  for (unsigned source = kSource0; roles.size() < i.operands.size(); ++source)
    roles.push_back(std::min(source, kDestination - 1));
  roles.resize(i.operands.size());
  return roles;
}

/// Operations whose registers the manuals do not call sources and destinations of the vector ALU.
bool is_indexed(const isa::Instruction& i) {
  if (const auto* cross = std::get_if<isa::CrossLane>(&i.semantics->operation))
    return *cross == isa::CrossLane::accvgpr_read || *cross == isa::CrossLane::accvgpr_write ||
           *cross == isa::CrossLane::accvgpr_mov;
  return std::holds_alternative<isa::VectorAlu>(i.semantics->operation) ||
         std::holds_alternative<isa::BlockConvert>(i.semantics->operation);
}
bool ignores_index(const isa::Instruction& i) {
  const auto* cross = std::get_if<isa::CrossLane>(&i.semantics->operation);
  return !i.mnemonic.starts_with("v_") || (cross != nullptr && *cross == isa::CrossLane::nop);
}

IndexedInstruction indexed(const Bound& code, unsigned enabled, unsigned index) {
  IndexedInstruction copy{*code.instruction, {}};
  const std::vector<unsigned> roles = roles_of(copy.instruction);
  for (std::size_t o = 0; o < roles.size(); ++o) {
    isa::Operand& operand = copy.instruction.operands[o];
    if (operand.kind == isa::Operand::Kind::vector && (enabled >> roles[o] & 1) != 0)
      operand.index = std::uint16_t(operand.index + index);
  }
  return copy;
}

constexpr std::size_t kMostIndexed = 1 << 16;  // kept for one program: more is a program gone wild

}  // namespace

Step execute_in_unusual_mode(Wave& wave, const Bound& code) {
  const isa::Instruction& instruction = *code.instruction;
  if ((wave.mode & kModeSkip) != 0 && is_skipped(instruction)) return Step::next;
  if ((wave.mode & kModeGprIndex) == 0 || instruction.semantics == nullptr || ignores_index(instruction))
    return code.execute(wave, code);
  const Scalar m0 = wave.scalar.read32(isa::scalar::kM0);
  const auto enabled = unsigned(m0.value >> 12 & 0xF), index = unsigned(m0.value & 0xFF);
  if ((m0.undefined & 0xF0FF) != 0)
    wave.report(FindingKind::undefined_address, code, -1, "M0, the register index, is undefined");
  if (enabled == 0 || index == 0) return code.execute(wave, code);
  if (!is_indexed(instruction))
    return wave.stop(FindingKind::unsupported, code, -1, "this instruction with relative registers");
  auto& cache = wave.group->indexed;
  if (cache.size() >= kMostIndexed)
    return wave.stop(FindingKind::unsupported, code, -1, "too many different register indices");
  auto& entry = cache[std::uint64_t{code.index} << 16 | (m0.value & 0xF0FF)];
  if (entry == nullptr) {
    entry = std::make_unique<IndexedInstruction>(indexed(code, enabled, index));
    const Execute execute = code.execute == execute_fast_vector ? execute_vector_alu : code.execute;
    entry->bound = {execute, &entry->instruction, code.index};
  }
  return entry->bound.execute(wave, entry->bound);
}

}  // namespace lockstep::machine
