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

PlainRegisters registers_of(const Operand& o) {
  return {o.kind == Operand::Kind::accumulator, o.index, o.count};
}

/// As read_scalar and fetch have it of a constant.
std::uint64_t constant_of(const Operand& o, isa::Type type) {
  const std::uint64_t bits = o.constant_bits(isa::bits(type), isa::is_float(type));
  return isa::bits(type) == 16 ? bits & 0xFFFF : bits;
}

PlainSource source_of(const Operand& o, isa::Type type, Constants& constants) {
  PlainSource source;
  source.type = type;
  if (in_file(o)) source.registers = registers_of(o);
  if (o.kind == Operand::Kind::scalar) source.scalar = &o;
  if (o.kind == Operand::Kind::constant)
    for (int d = 0; d < isa::dwords(type); ++d)
      source.constant[std::size_t(d)] = constants.lanes(std::uint32_t(constant_of(o, type) >> (32 * d)));
  return source;
}

isa::LaneFunction best_version(const VectorAlu& row) {
  using matrix::InstructionSet;
  const InstructionSet host = matrix::best_instruction_set();
  if (host == InstructionSet::baseline) return row.evaluate;
  const isa::LaneFunction compiled = row.by_level[host == InstructionSet::v3 ? 0 : 1];
  return compiled != nullptr ? compiled : row.evaluate;
}

/// The operands of an instruction that is executed: where the lane function finds them.
struct Operands {
  isa::LaneInputs in;
  std::array<std::array<Lanes, 2>, 3> broadcast;  // of scalars
};

/// The number of the first in the unified file; -1: beyond the kernel's registers.
int unified(const Wave& wave, const PlainRegisters& r) {
  const int accumulators = wave.environment().accum_offset, count = wave.vector.count();
  const int first = r.first + (r.accumulators ? accumulators : 0);
  return first + r.dwords <= (r.accumulators ? count : std::min(count, accumulators)) ? first : -1;
}

[[gnu::always_inline]] inline bool fetch_registers(const Wave& wave, const PlainRegisters& r,
                                                   std::array<const std::uint32_t*, 2>& out) {
  const int first = unified(wave, r);
  if (first < 0 || !wave.vector.defined(first)) return false;
  out[0] = wave.vector.written(first);
  if (r.dwords == 1) return true;
  out[1] = wave.vector.written(first + 1);
  return wave.vector.defined(first + 1);
}

bool fetch_scalar(const Wave& wave, const PlainSource& source, std::array<Lanes, 2>& broadcast,
                  std::array<const std::uint32_t*, 2>& out) {
  const Scalar value = read_scalar(wave, *source.scalar, source.type);
  if (value.undefined != 0) return false;
  for (int d = 0; d < isa::dwords(source.type); ++d) {
    Lanes& lanes = broadcast[std::size_t(d)];
    lanes.fill(std::uint32_t(value.value >> (32 * d)));
    out[std::size_t(d)] = lanes.data();
  }
  return true;
}

[[gnu::always_inline]] inline bool fetch(const Wave& wave, const PlainSource& source,
                                         std::array<Lanes, 2>& broadcast,
                                         std::array<const std::uint32_t*, 2>& out) {
  if (source.registers.dwords != 0) return fetch_registers(wave, source.registers, out);
  if (source.scalar != nullptr) return fetch_scalar(wave, source, broadcast, out);
  out = source.constant;
  return true;
}

bool fetch_carry(const Wave& wave, const PlainVector& p, isa::LaneInputs& in) {
  if (!p.reads_carry) return true;
  const Scalar carry = p.carry != nullptr ? read_scalar(wave, *p.carry, isa::Type::u64)
                                          : wave.scalar.read64(isa::scalar::kVcc);
  in.carry = carry.value;
  return (carry.undefined & wave.exec()) == 0;
}

bool fetch_all(const Wave& wave, const PlainVector& p, Operands& o) {
  if (p.floats && !usual(wave.mode)) return false;
  for (std::size_t s = 0; s < std::size_t(p.sources); ++s)
    if (!fetch(wave, p.source[s], o.broadcast[s], o.in.source[s])) return false;
  if (p.accumulates && !fetch_registers(wave, p.destination, o.in.old)) return false;
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

void execute_some_lanes(Wave& wave, const PlainVector& p, int first, const isa::LaneInputs& in,
                        isa::LaneOutputs& out) {
  std::array<Lanes, 2> result;
  for (std::size_t d = 0; d < 2; ++d) out.destination[d] = result[d].data();
  evaluate(p, in, out);
  for (int d = 0; d < p.destination.dwords; ++d)
    wave.vector.write(first + d, wave.exec(), wave.exec_lanes(), result[std::size_t(d)].data(), nullptr);
}

}  // namespace

const std::uint32_t* Constants::lanes(std::uint32_t value) {
  std::unique_ptr<Lanes>& kept = kept_[value];
  if (kept == nullptr) {
    kept = std::make_unique<Lanes>();
    kept->fill(value);
  }
  return kept->data();
}

std::optional<PlainVector> plain_vector(const isa::Instruction& instruction, Constants& constants) {
  const auto* row =
      instruction.semantics != nullptr ? std::get_if<VectorAlu>(&instruction.semantics->operation) : nullptr;
  if (row == nullptr || !instruction.unreadable.empty() || !plain_row(*row) ||
      !plain_modifiers(*row, instruction.modifiers))
    return std::nullopt;
  PlainVector p;
  p.evaluate = best_version(*row);
  std::size_t next = 0;
  const auto take = [&]() {
    return next < instruction.operands.size() ? &instruction.operands[next++] : nullptr;
  };
  if (row->destination != isa::Type::none) {
    const Operand* const destination = take();
    if (destination == nullptr || !in_file(*destination) ||
        destination->count != (row->packed ? 2 : isa::dwords(row->destination)))
      return std::nullopt;
    p.destination = registers_of(*destination);
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
    p.source[std::size_t(p.sources++)] = source_of(*source, read_as, constants);
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
  const int dwords = p.destination.dwords, first = unified(wave, p.destination);
  if (first < 0 || !fetch_all(wave, p, o)) return execute_vector_alu(wave, code);
  const std::uint64_t exec = wave.exec();
  isa::LaneOutputs out;
  if (~exec == 0 && !p.pairs) {  // the second half may read what the first would write
    for (int d = 0; d < dwords; ++d) out.destination[std::size_t(d)] = wave.vector.overwrite(first + d);
    p.evaluate(o.in, out);
  } else {
    execute_some_lanes(wave, p, first, o.in, out);
  }
  if (p.mask != nullptr) write_scalar(wave, *p.mask, 2, {out.mask & exec, 0});
  return Step::next;
}

}  // namespace lockstep::machine
