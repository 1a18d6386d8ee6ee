#include "emulator/machine/vector/register_index.hpp"

#include <algorithm>

#include "emulator/machine/vector/execute.hpp"
#include "emulator/machine/vector/fast_vector.hpp"
#include "emulator/machine/vector/vector_fetch.hpp"
#include "emulator/machine/waves/mode.hpp"

namespace lockstep::machine {

namespace {

// Whether VSKIP skips it. CDNA4 ISA, S_SETVSKIP: "no VOP*, M*BUF, MIMG, DS or FLAT instructions".
bool is_skipped(const isa::Instruction& instruction) {
  constexpr std::string_view kFamilies[] = {"v_",    "buffer_", "tbuffer_", "ds_",
                                            "flat_", "global_", "scratch_"};
  const std::string_view mnemonic = instruction.mnemonic;
  return std::ranges::any_of(kFamilies,
                             [&](std::string_view family) { return mnemonic.starts_with(family); });
}

/// The bit of M0[15:12] for an operand: one per source in the order of the line, bit 3 for the destination.
struct IndexBit {
  isa::OperandRole role;
  unsigned bit;
};
std::vector<IndexBit> index_bits(const isa::Instruction& i) {
  constexpr unsigned kDestination = 3;
  std::vector<IndexBit> bits{{isa::OperandRole::destination, kDestination}};
  unsigned next = 0;
  for (const isa::OperandRole role :
       {isa::OperandRole::source0, isa::OperandRole::source1, isa::OperandRole::source2,
        isa::OperandRole::index, isa::OperandRole::seed, isa::OperandRole::scale0})
    if (i.operand(role) != nullptr) bits.push_back({role, next++});
  return bits;
}

/// Whether the manuals call its registers sources and destinations of the vector ALU. v_writelane has only a
/// destination: its value and lane come from scalar registers.
bool is_indexed(const isa::Instruction& i) {
  if (const auto* cross = std::get_if<isa::CrossLane>(&i.semantics->operation))
    return *cross == isa::CrossLane::accvgpr_read || *cross == isa::CrossLane::accvgpr_write ||
           *cross == isa::CrossLane::accvgpr_mov || *cross == isa::CrossLane::writelane;
  // The scales of a matrix instruction are in a word of their own, of which nobody says what an index does.
  if (std::holds_alternative<isa::Matrix>(i.semantics->operation)) return i.scale(0) == nullptr;
  return std::holds_alternative<isa::VectorAlu>(i.semantics->operation) ||
         std::holds_alternative<isa::BlockConvert>(i.semantics->operation);
}
bool ignores_index(const isa::Instruction& i) {
  const auto* cross = std::get_if<isa::CrossLane>(&i.semantics->operation);
  return !i.mnemonic.starts_with("v_") || (cross != nullptr && *cross == isa::CrossLane::nop);
}

InstructionCopy indexed(const PreparedInstruction& prepared, unsigned enabled, unsigned index) {
  InstructionCopy copy{0, *prepared.instruction, {}, nullptr};
  for (const auto& [role, bit] : index_bits(copy.instruction)) {
    isa::Operand* const operand = copy.instruction.operand(role);
    if (operand != nullptr && (enabled >> bit & 1) != 0 &&
        (operand->kind == isa::Operand::Kind::vector || operand->kind == isa::Operand::Kind::accumulator))
      operand->index = std::uint16_t(operand->index + index);
  }
  return copy;
}

// copies for one program: a program with more is out of control
constexpr std::size_t kMostIndexed = 1 << 16;

}  // namespace

std::vector<isa::RegisterAccess> uses_in_unusual_mode(const Wave& wave, const PreparedInstruction& prepared) {
  const isa::Instruction& instruction = *prepared.instruction;
  const isa::WaveWidth width = wave.environment().program->decoded->width;
  if (wave.has(arch::Feature::vgpr_banks)) {  // MODE's banks are in the copy already; only M0 still matters
    const auto* what = instruction.semantics != nullptr
                           ? std::get_if<isa::CrossLane>(&instruction.semantics->operation)
                           : nullptr;
    if (what != nullptr && isa::is_relative(*what)) return uses_of_relative_move(wave, prepared);
    return isa::dataflow(instruction, width);
  }
  if ((wave.mode & kModeSkip) != 0 && is_skipped(instruction)) return {};
  if ((wave.mode & kModeGprIndex) == 0 || instruction.semantics == nullptr || !is_indexed(instruction))
    return isa::dataflow(instruction, width);
  const auto m0 = wave.scalar.read32(isa::scalar::kM0).value;
  return isa::dataflow(indexed(prepared, unsigned(m0 >> 12 & 0xF), unsigned(m0 & 0xFF)).instruction, width);
}

Step execute_in_unusual_mode(Wave& wave, const PreparedInstruction& prepared) {
  const isa::Instruction& instruction = *prepared.instruction;
  if ((wave.mode & kModeSkip) != 0 && is_skipped(instruction)) return Step::next;
  if ((wave.mode & kModeGprIndex) == 0 || instruction.semantics == nullptr || ignores_index(instruction))
    return prepared.execute(wave, prepared);
  const Scalar m0 = wave.scalar.read32(isa::scalar::kM0);
  const auto enabled = unsigned(m0.value >> 12 & 0xF), index = unsigned(m0.value & 0xFF);
  if ((m0.undefined & 0xF0FF) != 0)
    wave.report(FindingKind::undefined_address, prepared, -1, "M0, the register index, is undefined");
  if (enabled == 0 || index == 0) return prepared.execute(wave, prepared);
  if (!is_indexed(instruction))
    return wave.stop(FindingKind::unsupported, prepared, -1, "this instruction with relative registers");
  auto& cache = wave.group->indexed;
  if (cache.size() >= kMostIndexed)
    return wave.stop(FindingKind::unsupported, prepared, -1, "too many different register indices");
  auto& entry = cache[std::uint64_t{prepared.index} << 16 | (m0.value & 0xF0FF)];
  if (entry == nullptr) {
    entry = std::make_unique<InstructionCopy>(indexed(prepared, enabled, index));
    const FastVector* const details = fast_of(prepared);
    const bool fast = details != nullptr && prepared.execute == fast_executor(*details);
    entry->prepared = {fast ? execute_general_vector : prepared.execute, &entry->instruction, prepared.index};
  }
  return entry->prepared.execute(wave, entry->prepared);
}

namespace {

using isa::CrossLane;
using isa::Operand;

/// Offsets that M0 adds to the source and destination registers.
struct Distances {
  std::uint32_t source = 0, destination = 0;
};

Distances distances(CrossLane what, std::uint32_t m0) {
  constexpr std::uint32_t kIndex = 0x3FF;
  switch (what) {
    case CrossLane::move_from_relative:
      return {m0, 0};
    case CrossLane::move_to_relative:
      return {0, m0};
    case CrossLane::move_relative:
      return {m0, m0};
    default:  // two separate indices
      return {m0 & kIndex, m0 >> 16 & kIndex};
  }
}

/// The operand with `distance` added to its register; unchanged where it is no vector register.
Operand moved(const Operand& operand, std::uint32_t distance) {
  constexpr std::uint32_t kFar = 1 << 15;  // beyond all registers: an index does not wrap around
  Operand to = operand;
  if (operand.kind == Operand::Kind::vector)
    to.index = std::uint16_t(std::min(operand.index + std::uint64_t{distance}, std::uint64_t{kFar}));
  return to;
}

struct Ends {
  Operand from, to;
};

Ends ends_of(const isa::Instruction& i, std::uint32_t m0) {
  const Distances d = distances(std::get<CrossLane>(i.semantics->operation), m0);
  return {moved(*i.source(0), d.source), moved(*i.destination(), d.destination)};
}

bool swaps(const isa::Instruction& i) {
  return std::get<CrossLane>(i.semantics->operation) == CrossLane::swap_relative;
}

}  // namespace

Step execute_relative_move(Wave& wave, const PreparedInstruction& prepared) {
  const isa::Instruction& i = *prepared.instruction;
  const Scalar m0 = wave.scalar.read32(isa::scalar::kM0);
  if (m0.undefined != 0)
    wave.report(FindingKind::undefined_address, prepared, -1, "M0, the register index, is undefined");
  const auto [from, to] = ends_of(i, std::uint32_t(m0.value));
  const int target = unified_register(wave, to);
  Source source, old;
  if (target < 0 || !fetch(wave, i, 0, from, isa::Type::u32, source) ||
      (swaps(i) && !fetch(wave, i, 0, to, isa::Type::u32, old)))
    return wave.stop(FindingKind::register_bounds, prepared, -1,
                     "a relative register lies beyond those of the kernel");
  own(source, 1);
  if (swaps(i)) {
    own(old, 1);
    wave.vector.write(unified_register(wave, from), wave.exec(), wave.exec_lanes(), old.value[0],
                      old.undefined[0]);
  }
  wave.vector.write(target, wave.exec(), wave.exec_lanes(), source.value[0], source.undefined[0]);
  return Step::next;
}

std::vector<isa::RegisterAccess> uses_of_relative_move(const Wave& wave,
                                                       const PreparedInstruction& prepared) {
  using isa::Role;
  const auto [from, to] =
      ends_of(*prepared.instruction, std::uint32_t(wave.scalar.read32(isa::scalar::kM0).value));
  std::vector<isa::RegisterAccess> all;
  const auto add = [&](const Operand& o, Role role) {
    if (o.kind == Operand::Kind::vector) all.push_back({isa::File::vector, role, o.index, 1});
    if (o.kind == Operand::Kind::scalar) all.push_back({isa::File::scalar, role, o.index, 1});
  };
  add(from, Role::source);
  add(to, Role::destination);
  if (swaps(*prepared.instruction)) add(from, Role::destination);
  all.push_back({isa::File::scalar, Role::source, isa::scalar::kM0, 1});
  return all;
}

}  // namespace lockstep::machine
