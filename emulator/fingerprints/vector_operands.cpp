#include "emulator/fingerprints/vector_operands.hpp"

#include "emulator/isa/roles.hpp"

namespace lockstep::fingerprint {

namespace {

using isa::VectorAlu;

using Source = std::array<Fingerprint, 8>;

/// The lane of which DPP gives the lane source 0; -1: none.
int routed_lane(const Following& f, int lane) {
  const auto& dpp = *f.instruction().modifiers.dpp;
  const int from = machine::dpp_source(dpp, lane, f.wave.width());
  const bool readable = from >= 0 && (dpp.fetch_inactive || (f.wave.exec() >> from & 1) != 0);
  return readable ? from : -1;
}

void keep(Source& source, std::size_t first, std::size_t count) {
  Source kept{};
  for (std::size_t i = 0; i < count; ++i) kept[i] = source[first + i];
  source = kept;
}

void select_sdwa(Following& f, const isa::Operand& operand, isa::Select select, Source& source) {
  if (select == isa::Select::dword) return;
  const bool word = select == isa::Select::word0 || select == isa::Select::word1;
  const std::size_t first = word ? (select == isa::Select::word1 ? 2 : 0) : std::size_t(select);
  keep(source, first, word ? 2 : 1);
  const std::size_t count = word ? 2 : 1;
  if (!operand.sign_extend || source[count - 1].none()) return;
  const Fingerprint sign = f.hasher.apply("sign", 0, std::span(&source[count - 1], 1));
  for (std::size_t i = count; i < 4; ++i) source[i] = sign;
}

/// Takes the byte or half that op_sel selects, or the half of a mixed operation.
void select_field(const VectorAlu& row, const isa::Modifiers& m, std::size_t s, Source& source) {
  const bool bit = (m.op_sel >> s & 1) != 0;
  if (row.packed || row.op_sel_dwords) return;
  if (row.mixed) {
    if ((m.op_sel_hi >> s & 1) != 0) keep(source, bit ? 2 : 0, 2);
  } else if (s == 0 && row.op_sel_source == isa::SourceSelect::byte) {
    keep(source, m.op_sel & 3, 1);
  } else if (s == 0 && row.op_sel_source == isa::SourceSelect::half) {
    keep(source, bit ? 2 : 0, 2);
  } else if (row.op_sel_halves && isa::bits(row.source[s]) == 16 && bit) {
    keep(source, 2, 2);
  }
}

/// What `count` bytes are made of once the sign of the number in them is changed.
void change_sign(Following& f, Function function, std::size_t count, std::span<const std::uint8_t> values,
                 std::span<Fingerprint> source) {
  std::array<Byte, 8> bytes;
  bool any = false;
  for (std::size_t i = 0; i < count; ++i) {
    bytes[i] = {values[i], source[i]};
    any |= !source[i].none();
  }
  if (!any) return;
  const Fingerprint term = f.hasher.apply(function, {f.hasher.value(std::span(bytes).first(count))});
  for (unsigned i = 0; i < count; ++i) source[i] = f.hasher.byte_of(term, i);
}

/// Negates the halves of a pair that neg_lo and neg_hi name; their values are negated already.
void negate_halves(Following& f, const isa::Modifiers& m, std::size_t s, std::span<const std::uint8_t> values,
                   Source& source) {
  for (std::size_t half = 0; half < 2; ++half)
    if (((half == 0 ? m.neg_lo : m.neg_hi) >> s & 1) != 0)
      change_sign(f, Function::negate, 2, values.subspan(2 * half), std::span(source).subspan(2 * half));
}

Source source_from(Following& f, const machine::Operation& op, std::size_t s, int lane) {
  const isa::Instruction& i = f.instruction();
  const isa::Operand& operand = *i.source(s);
  const VectorAlu& row = *op.row;
  Source source{};
  const int from = s == 0 && i.modifiers.dpp ? routed_lane(f, lane) : lane;
  if (from < 0) return source;
  const int dwords = operand.kind == isa::Operand::Kind::constant ? 0
                     : row.packed || row.op_sel_dwords            ? operand.count
                                                                  : isa::dwords(row.source[s]);
  for (int d = 0; d < dwords && d < 2; ++d) {
    const Dword dword = operand_from(f, operand, d, from);
    std::copy(dword.begin(), dword.end(), source.begin() + 4 * d);
  }
  if (i.modifiers.sdwa && s < 2)
    select_sdwa(f, operand, s == 0 ? i.modifiers.sdwa->src0 : i.modifiers.sdwa->src1, source);
  select_field(row, i.modifiers, s, source);
  if (row.op_sel_dwords && (i.modifiers.op_sel >> s & 1) != 0) keep(source, 4, 4);
  return source;
}

std::uint32_t value_of(const machine::Operation& op, std::size_t s, std::size_t dword, int lane) {
  const std::uint32_t* const lanes = op.source[s].value[dword];
  return lanes == nullptr ? 0 : lanes[lane];
}

/// The half of a packed source that op_sel or op_sel_hi selects: its first byte.
std::size_t half_of(const VectorAlu& row, const machine::Operation& op, const isa::Modifiers& m,
                    std::size_t s, int half) {
  const bool high = ((half == 0 ? m.op_sel : m.op_sel_hi) >> s & 1) != 0;
  if (isa::bits(row.source[s]) == 16) return high ? 2 : 0;
  return high && op.source[s].value[1] != nullptr ? 4 : 0;
}

}  // namespace

std::size_t source_bytes(const VectorAlu& row, std::size_t source) {
  return std::size_t(isa::bits(row.source[source])) / 8;
}

LaneOperands lane_operands(Following& f, const machine::Operation& op, int lane, int half) {
  const isa::Instruction& i = f.instruction();
  const isa::Modifiers& m = i.modifiers;
  const VectorAlu& row = *op.row;
  LaneOperands all;
  for (std::size_t s = 0; s < std::size_t(op.sources); ++s) {
    Source from = source_from(f, op, s, lane);
    std::array<std::uint8_t, 8> value{};
    for (std::size_t b = 0; b < 8; ++b) value[b] = std::uint8_t(value_of(op, s, b / 4, lane) >> 8 * (b % 4));
    const std::size_t count = source_bytes(row, s);
    if (row.packed) {
      const std::size_t first = half_of(row, op, m, s, half);
      keep(from, first, count);
      std::array<std::uint8_t, 8> part{};
      std::copy_n(value.begin() + std::ptrdiff_t(first), count, part.begin());
      value = part;
      if (((half == 0 ? m.neg_lo : m.neg_hi) >> s & 1) != 0) {
        value[count - 1] ^= 0x80;  // the machine negates halves as it evaluates them
        change_sign(f, Function::negate, count, value, from);
      }
    }
    if (machine::takes_pairs(row) && s < 2) negate_halves(f, m, s, value, from);
    const isa::Operand& operand = *i.source(s);
    if (operand.absolute) change_sign(f, Function::absolute, count, value, from);
    if (operand.negate) change_sign(f, Function::negate, count, value, from);
    if (row.mixed && (m.op_sel_hi >> s & 1) != 0 && (!from[0].none() || !from[1].none()))
      f.stop("a half that depends on data is widened by a mixed operation");
    for (std::size_t b = 0; b < count; ++b) all.set(8 * s + b, value[b], from[b]);
  }
  if (!row.accumulates || i.destination() == nullptr) return all;
  for (int d = 0; d < isa::dwords(row.destination); ++d) {
    const Dword old = operand_from(f, *i.destination(), d, lane);
    for (std::size_t b = 0; b < 4; ++b)
      all.set(LaneOperands::kOld + 4 * std::size_t(d) + b,
              std::uint8_t(op.old[std::size_t(d)][lane] >> 8 * b), old[b]);
  }
  return all;
}

}  // namespace lockstep::fingerprint
