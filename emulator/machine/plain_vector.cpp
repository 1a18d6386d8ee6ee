#include "plain_vector.hpp"

#include <algorithm>

#include "emulator/matrix/matrix.hpp"

namespace lockstep::machine {

namespace {

using isa::Operand;
using isa::VectorAlu;

bool in_file(const Operand& o) {
  return o.kind == Operand::Kind::vector || o.kind == Operand::Kind::accumulator;
}

bool of_pairs(const VectorAlu& row) {
  return row.packed && row.destination == isa::Type::f32 && !row.writes_mask && !row.accumulates;
}

bool plain_row(const VectorAlu& row) {
  const bool narrow = row.op_sel_byte || isa::bits(row.destination) == 16;
  const bool halves = row.packed && !of_pairs(row);
  return !halves && !row.writes_exec && !row.op_sel_dwords && !narrow;
}

bool plain_modifiers(const VectorAlu& row, const isa::Modifiers& m) {
  return !m.dpp && !m.sdwa && !m.clamp && m.omod == 0 && (m.op_sel == 0 || row.packed) && m.neg_lo == 0 &&
         m.neg_hi == 0;
}

// As execute_vector_alu reads it: the source of a pair is one, unless it is a constant or a single dword.
isa::Type type_of(const VectorAlu& row, const Operand& o, isa::Type type) {
  if (!row.packed || o.kind == Operand::Kind::constant) return type;
  return o.count == 2 ? isa::Type::u64 : isa::Type::u32;
}

bool plain_source(const Operand& o, isa::Type type) {
  if (o.negate || o.absolute) return false;
  if (in_file(o)) return o.count == isa::dwords(type);
  return o.kind == Operand::Kind::scalar || o.kind == Operand::Kind::constant;
}

/// Denormals kept, round to nearest even.
bool usual(std::uint32_t mode) {
  constexpr std::uint32_t kRoundAndDenormals = 0xFF, kKept = 0xF0;
  return (mode & kRoundAndDenormals) == kKept;
}

/// The operands of an instruction that is executed: where the lane function finds them.
struct Operands {
  isa::LaneInputs in;
  std::array<std::array<Lanes, 2>, 3> broadcast;  // of scalars and constants
};

bool fetch_registers(Wave& wave, const Operand& operand, std::array<const std::uint32_t*, 2>& out) {
  const int first = unified_register(wave, operand);
  if (first < 0 || !wave.vector.defined(first, operand.count)) return false;
  for (int d = 0; d < operand.count; ++d) out[std::size_t(d)] = wave.vector.read(first + d);
  return true;
}

bool fetch(Wave& wave, const PlainVector& p, std::size_t s, Operands& o) {
  const Operand& operand = *p.source[s];
  if (in_file(operand)) return fetch_registers(wave, operand, o.in.source[s]);
  Scalar value = read_scalar(wave, operand, p.type[s]);
  if (value.undefined != 0) return false;
  if (isa::bits(p.type[s]) == 16 && operand.kind == Operand::Kind::constant) value.value &= 0xFFFF;
  for (int d = 0; d < isa::dwords(p.type[s]); ++d) {
    Lanes& lanes = o.broadcast[s][std::size_t(d)];
    lanes.fill(std::uint32_t(value.value >> (32 * d)));
    o.in.source[s][std::size_t(d)] = lanes.data();
  }
  return true;
}

bool fetch_carry(Wave& wave, const PlainVector& p, isa::LaneInputs& in) {
  if (!p.reads_carry) return true;
  const Scalar carry = p.carry != nullptr ? read_scalar(wave, *p.carry, isa::Type::u64)
                                          : wave.scalar.read64(isa::scalar::kVcc);
  in.carry = carry.value;
  return (carry.undefined & wave.exec()) == 0;
}

bool fetch_all(Wave& wave, const PlainVector& p, Operands& o) {
  if (p.floats && !usual(wave.mode)) return false;
  for (std::size_t s = 0; s < std::size_t(p.sources); ++s)
    if (!fetch(wave, p, s, o)) return false;
  if (p.accumulates && !fetch_registers(wave, *p.destination, o.in.old)) return false;
  o.in.mode = wave.mode;
  o.in.bitop3 = p.bitop3;
  return fetch_carry(wave, p, o.in);
}

void evaluate_pairs(const PlainVector& p, const isa::LaneInputs& whole, isa::LaneOutputs& out) {
  for (std::size_t half = 0; half < 2; ++half) {
    isa::LaneInputs in = whole;
    for (std::size_t s = 0; s < std::size_t(p.sources); ++s) {
      const bool upper = (p.op_sel[half] >> s & 1) != 0 && whole.source[s][1] != nullptr;
      in.source[s] = {whole.source[s][upper ? 1 : 0], nullptr};
    }
    isa::LaneOutputs one{{out.destination[half], nullptr}, 0};
    p.evaluate(in, one);
  }
}

void evaluate(const PlainVector& p, const isa::LaneInputs& in, isa::LaneOutputs& out) {
  p.pairs ? evaluate_pairs(p, in, out) : p.evaluate(in, out);
}

}  // namespace

std::optional<PlainVector> plain_vector(const isa::Instruction& instruction) {
  const auto* row =
      instruction.semantics != nullptr ? std::get_if<VectorAlu>(&instruction.semantics->operation) : nullptr;
  if (row == nullptr || !instruction.unreadable.empty() || !plain_row(*row) ||
      !plain_modifiers(*row, instruction.modifiers))
    return std::nullopt;
  PlainVector p;
  const bool wide = row->wide != nullptr && matrix::best_instruction_set() >= matrix::InstructionSet::v4;
  p.evaluate = wide ? row->wide : row->evaluate;
  std::size_t next = 0;
  const auto take = [&]() {
    return next < instruction.operands.size() ? &instruction.operands[next++] : nullptr;
  };
  if (row->destination != isa::Type::none) {
    p.destination = take();
    if (p.destination == nullptr || !in_file(*p.destination) ||
        p.destination->count != (row->packed ? 2 : isa::dwords(row->destination)))
      return std::nullopt;
  }
  if (row->writes_mask) {
    p.mask = take();
    if (p.mask == nullptr || p.mask->kind != Operand::Kind::scalar || p.mask->index == isa::scalar::kExec)
      return std::nullopt;
  }
  for (const isa::Type type : row->source) {
    if (type == isa::Type::none) break;
    const Operand* const source = take();
    if (source == nullptr) return std::nullopt;
    const isa::Type read_as = type_of(*row, *source, type);
    if (!plain_source(*source, read_as)) return std::nullopt;
    p.source[std::size_t(p.sources)] = source;
    p.type[std::size_t(p.sources++)] = read_as;
  }
  p.reads_carry = row->reads_carry;
  if (row->reads_carry) p.carry = take();
  p.accumulates = row->accumulates;
  p.floats = isa::is_float(row->destination) || isa::is_float(row->pair) ||
             std::ranges::any_of(row->source, isa::is_float);
  p.bitop3 = instruction.modifiers.bitop3;
  p.pairs = row->packed;
  p.op_sel = {std::uint8_t(instruction.modifiers.op_sel), std::uint8_t(instruction.modifiers.op_sel_hi)};
  return p;
}

Step execute_plain_vector(Wave& wave, const Bound& code) {
  const PlainVector& p = *code.plain;
  Operands o;
  const int first = p.destination != nullptr ? unified_register(wave, *p.destination) : 0;
  if (first < 0 || !fetch_all(wave, p, o)) return execute_vector_alu(wave, code);
  const std::uint64_t exec = wave.exec();
  const int dwords = p.destination != nullptr ? p.destination->count : 0;
  isa::LaneOutputs out;
  if (~exec == 0 && !p.pairs) {  // the second half may read what the first would write
    for (int d = 0; d < dwords; ++d) out.destination[std::size_t(d)] = wave.vector.overwrite(first + d);
    p.evaluate(o.in, out);
  } else {
    std::array<Lanes, 2> result;
    for (std::size_t d = 0; d < 2; ++d) out.destination[d] = result[d].data();
    evaluate(p, o.in, out);
    for (int d = 0; d < dwords; ++d)
      wave.vector.write(first + d, exec, wave.exec_lanes(), result[std::size_t(d)].data(), nullptr);
  }
  if (p.mask != nullptr) write_scalar(wave, *p.mask, 2, {out.mask & exec, 0});
  return Step::next;
}

}  // namespace lockstep::machine
