// Fetches the operands of a vector ALU instruction.
#include <bit>

#include "emulator/isa/constant.hpp"
#include "emulator/isa/roles.hpp"
#include "emulator/isa/tables/half.hpp"
#include "emulator/machine/vector/vector_operation.hpp"

namespace lockstep::machine {

namespace {

void take_high_dword(Source& source) {
  if (source.value[1] == nullptr) return;
  source.value = {source.value[1], nullptr};
  source.undefined = {source.undefined[1], nullptr};
}

// Whether op_sel_hi makes source `s` of a mixed operation an f16.
bool is_half(const isa::VectorAlu& row, const isa::Modifiers& m, int s) {
  return row.mixed && ((m.op_sel_hi >> s) & 1) != 0;
}

/// Whether a row is a mixed operation of bf16 (gfx1250), which its type for constants shows.
bool is_of_brains(const isa::VectorAlu& row) {
  return row.mixed && row.numbers[0] == isa::Type::bf16;
}

void widen_halves(const isa::VectorAlu& row, Source& source) {
  own(source, 1);
  if (is_of_brains(row)) {
    for (std::uint32_t& x : source.storage[0]) x <<= 16;
    return;
  }
  for (std::uint32_t& x : source.storage[0])
    x = std::bit_cast<std::uint32_t>(float(isa::widen(isa::Half{std::uint16_t(x)})));
}

// Whether a constant is the same number as f16 and as f32, as most are: LLVM encodes it as f16 for these
// rows, the manual is silent.
bool same_in_both(const isa::VectorAlu& row, const isa::Operand& constant) {
  if (is_of_brains(row))
    return std::uint32_t(isa::constant_bits(constant, isa::Type::bf16)) << 16 ==
           std::uint32_t(isa::constant_bits(constant, isa::Type::f32));
  const isa::Half half{std::uint16_t(isa::constant_bits(constant, isa::Type::f16))};
  return float(isa::widen(half)) ==
         std::bit_cast<float>(std::uint32_t(isa::constant_bits(constant, isa::Type::f32)));
}

// The part of source `s` that op_sel selects.
SourceView view_of(const isa::VectorAlu& row, const isa::Modifiers& m, int s) {
  SourceView view;
  view.flushes = (row.keeps_denormals >> s & 1) == 0;
  if (!row.mixed) view.constants = row.numbers[std::size_t(s)];
  if (row.packed || row.op_sel_dwords) return view;
  if (row.mixed) {
    if (is_half(row, m, s)) view = {.shift = 16 * (m.op_sel >> s & 1), .field = 0xFFFF};
    return view;
  }
  if (s == 0 && row.op_sel_source == isa::SourceSelect::byte) {
    view.shift = 8 * (m.op_sel & 3);
    view.field = 0xFF;
  } else if (s == 0 && row.op_sel_source == isa::SourceSelect::half) {
    view.shift = 16 * (m.op_sel & 1);
    view.field = 0xFFFF;
  } else if (row.op_sel_halves && isa::bits(row.source[std::size_t(s)]) == 16 && ((m.op_sel >> s) & 1) != 0) {
    view.shift = 16;
    view.field = 0xFFFF;
  }
  return view;
}

/// Why neg_lo and neg_hi, or neg and abs of a source, are not understood; nullptr: they are. LLVM has them
/// for floats alone (AMDGPUModifierSyntax), and no public source says what a unit for integers makes of them.
const char* strange_signs(const isa::VectorAlu& row, const isa::Instruction& i) {
  const unsigned signs = i.modifiers.neg_lo | i.modifiers.neg_hi;
  if (!takes_pairs(row)) {
    const bool may_have = row.packed && isa::is_float(row.source[0]);
    return signs != 0 && !may_have ? "neg_lo or neg_hi on this instruction" : nullptr;
  }
  if ((signs & 4) != 0) return "the sign of what a dot product adds to";
  for (std::size_t s = 0; s < 2; ++s)
    if (i.source(s)->negate || i.source(s)->absolute) return "neg or abs of a pair of halves";
  return nullptr;
}

/// Negates halves of a pair: neg_lo the low one, neg_hi the high one.
void negate_halves(const isa::Modifiers& m, int s, Source& source) {
  const std::uint32_t signs = (m.neg_lo >> s & 1) * 0x8000u | (m.neg_hi >> s & 1) * 0x80000000u;
  if (signs == 0) return;
  own(source, 1);
  for (std::uint32_t& x : source.storage[0]) x ^= signs;
}

bool takes_op_sel(const isa::VectorAlu& row) {
  return row.packed || row.mixed || row.op_sel_dwords || row.op_sel_halves || row.op_sel_byte ||
         row.op_sel_source != isa::SourceSelect::none;
}

// The type as which a source is fetched: pairs are two dwords or one, packed halves one, constants a value.
isa::Type fetched_as(const isa::VectorAlu& row, const isa::Modifiers& m, int s, const isa::Operand& operand) {
  const isa::Type type = row.source[std::size_t(s)];
  if (is_half(row, m, s)) return is_of_brains(row) ? isa::Type::bf16 : isa::Type::f16;
  if (operand.kind == isa::Operand::Kind::constant) return type;
  if (row.op_sel_dwords || (row.packed && isa::bits(type) == 32))
    return operand.count == 2 ? isa::Type::u64 : isa::Type::u32;
  return row.packed && isa::bits(type) == 16 ? isa::Type::u32 : type;
}

std::optional<Problem> add_source(Wave& wave, const isa::Instruction& instruction,
                                  const isa::Operand& operand, Operation& op) {
  using Kind = isa::Operand::Kind;
  const isa::Modifiers& m = instruction.modifiers;
  const int s = op.sources;
  Source& source = op.source[std::size_t(s)];
  const bool in_file = operand.kind == Kind::vector || operand.kind == Kind::accumulator;
  if (in_file && unified_register(wave, operand) < 0)
    return Problem{FindingKind::register_bounds, "a source lies beyond the kernel's registers"};
  if (op.row->mixed && operand.kind == Kind::constant) {
    if (!same_in_both(*op.row, operand))
      return Problem{FindingKind::unsupported, "a constant that is another number as f16 than as f32"};
    if (is_half(*op.row, m, s) && ((m.op_sel >> s) & 1) != 0)
      return Problem{FindingKind::unsupported, "the upper half of a constant"};
  }
  if (!fetch(wave, instruction, s, operand, fetched_as(*op.row, m, s, operand), source,
             view_of(*op.row, m, s)))
    return Problem{FindingKind::unsupported, "an operand can't be read as a vector source"};
  if (is_half(*op.row, m, s)) widen_halves(*op.row, source);
  if (takes_pairs(*op.row)) negate_halves(m, s, source);
  if (op.row->op_sel_dwords && ((m.op_sel >> s) & 1) != 0) take_high_dword(source);
  op.any_undefined |= source.any_undefined();
  ++op.sources;
  return std::nullopt;
}

// Flushes denormals of a destination that is also a source, like those of the other sources.
void flush_old(const Wave& wave, Operation& op) {
  if (!op.row->accumulates || !flushes_denormals(wave.mode, op.row->destination)) return;
  for (int d = 0; d < isa::dwords(op.row->destination); ++d) {
    std::memcpy(op.old_storage[d].data(), op.old[d], sizeof(Lanes));
    op.old[d] = op.old_storage[d].data();
  }
  flush_lanes(wave.mode, op.row->destination, op.old_storage);
}

}  // namespace

bool takes_pairs(const isa::VectorAlu& row) {
  return !row.mixed && isa::bits(row.numbers[1]) == 16 && isa::bits(row.source[1]) == 32;
}

std::optional<Problem> gather(Wave& wave, const isa::Instruction& instruction, Operation& op) {
  if (instruction.modifiers.op_sel != 0 && !takes_op_sel(*op.row))
    return Problem{FindingKind::unsupported, "op_sel on this instruction"};
  if (const char* const why = strange_signs(*op.row, instruction))
    return Problem{FindingKind::unsupported, why};
  while (op.sources < 3 && op.row->source[op.sources] != isa::Type::none)
    if (const auto problem = add_source(wave, instruction, *instruction.source(std::size_t(op.sources)), op))
      return problem;
  if (op.row->reads_carry) {
    op.carry = read_lane_mask(wave, isa::carry_in(instruction));
    op.carry.undefined &= wave.exec();
    op.any_undefined |= op.carry.undefined != 0;
  }
  return std::nullopt;
}

bool locate_destination(Wave& wave, const isa::Operand& destination, Operation& op, int& first) {
  first = unified_register(wave, destination);
  if (first < 0) return false;
  for (int d = 0; d < destination.count && d < 2; ++d) {
    op.old[d] = wave.vector.read(first + d);
    op.old_undefined[d] = wave.vector.undefined(first + d);
    if (op.row->accumulates && op.old_undefined[d] != nullptr) op.any_undefined = true;
  }
  flush_old(wave, op);
  return true;
}

}  // namespace lockstep::machine
