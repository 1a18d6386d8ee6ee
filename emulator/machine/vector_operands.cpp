// The operands of a vector ALU instruction: which is what, fetched.
#include "vector_operation.hpp"

namespace lockstep::machine {

namespace {

// v_cmp_class asks about denormals: it sees them whatever MODE says.
bool flushes(const isa::VectorAlu& row) {
  return row.destination != isa::Type::none || isa::is_float(row.source[1]);
}

void take_high_dword(Source& source) {
  if (source.value[1] == nullptr) return;
  source.value = {source.value[1], nullptr};
  source.undefined = {source.undefined[1], nullptr};
}

// The low bits of a source become those of the half or byte that op_sel chooses.
void select_field(int shift, std::uint32_t field, Source& source) {
  own(source, 1);
  for (std::uint32_t& x : source.storage[0]) x >>= shift;
  if (source.undefined[0] == nullptr) return;
  for (std::uint32_t& x : source.undefined_storage[0]) x = x >> shift & field;
}

// A destination that is also a source: its denormals are flushed like those of the others.
void flush_old(const Wave& wave, Operation& op) {
  if (!op.row->accumulates || !flushes_denormals(wave.mode, op.row->destination)) return;
  for (int d = 0; d < isa::dwords(op.row->destination); ++d) {
    std::memcpy(op.old_storage[d].data(), op.old[d], sizeof(Lanes));
    op.old[d] = op.old_storage[d].data();
  }
  flush_lanes(wave.mode, op.row->destination, op.old_storage);
}

}  // namespace

// The line names destination, mask destination, sources, carry, in this order; sources that are not written
// are the destination (accumulation).
std::optional<Problem> gather(Wave& wave, const isa::Instruction& instruction, Operation& op,
                              Places& places) {
  const auto& operands = instruction.operands;
  std::size_t next = 0;
  const auto take = [&]() -> const isa::Operand* {
    return next < operands.size() ? &operands[next++] : nullptr;
  };
  if (op.row->destination != isa::Type::none) places.destination = take();
  if (op.row->writes_mask) places.mask = take();
  while (op.sources < 3 && op.row->source[op.sources] != isa::Type::none) {
    const isa::Operand* operand = take();
    if (operand == nullptr) return Problem{FindingKind::unsupported, "an operand is missing"};
    const bool in_file =
        operand->kind == isa::Operand::Kind::vector || operand->kind == isa::Operand::Kind::accumulator;
    if (in_file && unified_register(wave, *operand) < 0)
      return Problem{FindingKind::register_bounds, "a source lies beyond the kernel's registers"};
    isa::Type type = op.row->source[op.sources];
    const bool pair = op.row->op_sel_dwords || (op.row->packed && isa::bits(type) == 32);
    if (pair && operand->kind != isa::Operand::Kind::constant)
      type = operand->count == 2 ? isa::Type::u64 : isa::Type::u32;
    if (op.row->packed && isa::bits(type) == 16 && operand->kind != isa::Operand::Kind::constant)
      type = isa::Type::u32;
    if (!fetch(wave, instruction, op.sources, *operand, type, op.source[op.sources], flushes(*op.row)))
      return Problem{FindingKind::unsupported, "an operand can't be read as a vector source"};
    if (op.row->op_sel_dwords && ((instruction.modifiers.op_sel >> op.sources) & 1) != 0)
      take_high_dword(op.source[op.sources]);
    op.any_undefined |= op.source[op.sources].any_undefined();
    ++op.sources;
  }
  if (op.row->reads_carry) {
    const isa::Operand* carry = take();
    op.carry =
        carry != nullptr ? read_scalar(wave, *carry, isa::Type::u64) : wave.scalar.read64(isa::scalar::kVcc);
    op.carry.undefined &= wave.exec();
    op.any_undefined |= op.carry.undefined != 0;
  }
  return std::nullopt;
}

bool locate_destination(Wave& wave, const Places& places, Operation& op, int& first) {
  first = unified_register(wave, *places.destination);
  if (first < 0) return false;
  for (int d = 0; d < places.destination->count && d < 2; ++d) {
    op.old[d] = wave.vector.read(first + d);
    op.old_undefined[d] = wave.vector.undefined(first + d);
    if (op.row->accumulates && op.old_undefined[d] != nullptr) op.any_undefined = true;
  }
  flush_old(wave, op);
  return true;
}

bool select_sources(const isa::Modifiers& m, Operation& op) {
  const isa::VectorAlu& row = *op.row;
  if (row.packed || row.op_sel_dwords) return true;
  switch (row.op_sel_source) {
    case isa::SourceSelect::byte:
      select_field(8 * (m.op_sel & 3), 0xFF, op.source[0]);
      return true;
    case isa::SourceSelect::half:
      select_field(16 * (m.op_sel & 1), 0xFFFF, op.source[0]);
      return true;
    case isa::SourceSelect::none:
      break;
  }
  if (m.op_sel == 0 || row.op_sel_byte) return true;
  if (!row.op_sel_halves) return false;
  for (int s = 0; s < op.sources; ++s)
    if (((m.op_sel >> s) & 1) != 0 && isa::bits(row.source[s]) == 16) select_field(16, 0xFFFF, op.source[s]);
  return true;
}

}  // namespace lockstep::machine
