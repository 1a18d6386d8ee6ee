#include "emulator/machine/vector/fast_vector.hpp"

#include <algorithm>

#include "emulator/isa/constant.hpp"
#include "emulator/isa/roles.hpp"
#include "emulator/machine/vector/vector_fetch.hpp"

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

bool to_part(const VectorAlu& row) {
  return row.op_sel_byte || (isa::bits(row.destination) == 16 && !row.packed);
}

bool plain_row(const VectorAlu& row) {
  const bool narrow = to_part(row) && row.accumulates;
  const bool halves = row.packed && !of_pairs(row);
  return !halves && !row.writes_exec && !row.op_sel_dwords && !row.mixed && !narrow;
}

/// Nothing is chosen, or halves of pairs or of what has 16 bits, or a part of the first source.
bool takes_op_sel(const VectorAlu& row, const isa::Modifiers& m) {
  if ((row.op_sel_halves || row.op_sel_byte) && row.op_sel_source == isa::SourceSelect::none) return true;
  const int parts = row.op_sel_source == isa::SourceSelect::byte   ? 4
                    : row.op_sel_source == isa::SourceSelect::half ? 2
                                                                   : 1;
  return row.packed || m.op_sel < parts;
}

bool plain_modifiers(const VectorAlu& row, const isa::Modifiers& m) {
  if (to_part(row) && (m.dpp || m.sdwa)) return false;
  return (!m.dpp || !row.packed) && (!m.sdwa || (m.sdwa->dst == isa::Select::dword && !row.packed)) &&
         !m.clamp && m.omod == 0 && takes_op_sel(row, m) && m.neg_lo == 0 && m.neg_hi == 0;
}

// As execute_vector_alu reads it: the source of a pair is one, unless it is a constant or a single dword.
isa::Type type_of(const VectorAlu& row, const Operand& o, isa::Type type) {
  if (!row.packed || o.kind == Operand::Kind::constant) return type;
  return o.count == 2 ? isa::Type::u64 : isa::Type::u32;
}

bool plain_source(const VectorAlu& row, const Operand& o, isa::Type type) {
  if ((row.packed && (o.negate || o.absolute)) || o.sign_extend) return false;
  return !in_file(o) || o.count == isa::dwords(type);
}

FastRegisters registers_of(const Operand& o) {
  return {o.kind == Operand::Kind::accumulator, o.index, o.count};
}

std::shared_ptr<const FastRoute> route_of(const isa::Dpp& dpp, isa::WaveWidth width) {
  const std::uint64_t all = isa::every_lane(width);
  auto route = std::make_shared<FastRoute>();
  for (int l = 0; l < kMaxLanes; ++l) route->from.set(l, dpp_source(dpp, l, width));
  route->lanes = all & dpp_lanes(dpp, all, width);
  route->blend = spread(route->lanes);
  return route;
}

SourceChange sign_change_of(const Operand& o, isa::Type type) {
  const SignBit sign = sign_of(type);
  return {sign.dword, 0, o.absolute ? ~sign.bit : ~0u, o.negate ? sign.bit : 0};
}

/// False where its sign changes, too: that is done behind.
bool choose(FastSource& source, int shift, std::uint32_t field) {
  if (source.change) return false;
  source.change = {0, std::uint32_t(shift), field, 0};
  return true;
}

bool choose(FastSource& source, isa::Select part) {
  if (part == isa::Select::dword) return true;
  if (part >= isa::Select::word0) return choose(source, part == isa::Select::word1 ? 16 : 0, 0xFFFF);
  return choose(source, 8 * int(part), 0xFF);
}

/// What op_sel and SDWA take of sources.
bool choose_parts(const VectorAlu& row, const isa::Modifiers& m, std::array<FastSource, 3>& source) {
  if (m.sdwa) return choose(source[0], m.sdwa->src0) && choose(source[1], m.sdwa->src1);
  if (m.op_sel == 0 || row.packed || row.op_sel_byte) return true;
  if (row.op_sel_halves && row.op_sel_source == isa::SourceSelect::none) {
    bool plain = true;
    for (std::size_t s = 0; s < source.size(); ++s)
      if (isa::bits(row.source[s]) == 16 && (m.op_sel >> s & 1) != 0) plain &= choose(source[s], 16, 0xFFFF);
    return plain;
  }
  const bool byte = row.op_sel_source == isa::SourceSelect::byte;
  return choose(source[0], m.op_sel * (byte ? 8 : 16), byte ? 0xFFu : 0xFFFFu);
}

/// As place_narrow() has it.
std::optional<FastPart> part_of(const VectorAlu& row, const isa::Modifiers& m) {
  if (!to_part(row)) return std::nullopt;
  if (row.op_sel_byte) {
    const int shift = 8 * (m.op_sel >> 2 & 3);
    return FastPart{shift, 0xFFu << shift, ~(0xFFu << shift)};
  }
  const bool high = row.to_high_half || (m.op_sel >> 3 & 1) != 0;
  const std::uint32_t field = high ? 0xFFFF0000u : 0xFFFFu;
  return FastPart{high ? 16 : 0, field, high || row.keeps_half ? ~field : 0u};
}

FastSource source_of(const Operand& o, isa::Type type, isa::Type constants_as, Constants& constants) {
  FastSource source;
  source.type = type;
  source.change = sign_change_of(o, type);
  if (in_file(o)) source.registers = registers_of(o);
  if (o.kind == Operand::Kind::scalar) source.scalar = &o;
  if (o.kind == Operand::Kind::constant)
    for (int d = 0; d < isa::dwords(type); ++d)
      source.constant[std::size_t(d)] =
          constants.lanes(std::uint32_t(isa::constant_bits(o, constants_as) >> (32 * d)));
  return source;
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

std::optional<FastVector> fast_vector(const isa::Instruction& instruction, isa::WaveWidth width,
                                      Constants& constants) {
  const auto* row =
      instruction.semantics != nullptr ? std::get_if<VectorAlu>(&instruction.semantics->operation) : nullptr;
  if (row == nullptr || !instruction.unreadable.empty() || !plain_row(*row) ||
      !plain_modifiers(*row, instruction.modifiers))
    return std::nullopt;
  FastVector p;
  p.evaluate = row->by_level.best();
  if (const Operand* const destination = instruction.destination()) {
    if (destination->count != (row->packed ? 2 : isa::dwords(row->destination))) return std::nullopt;
    p.destination = registers_of(*destination);
  }
  p.part = part_of(*row, instruction.modifiers);
  p.mask = instruction.mask();
  if (p.mask != nullptr && p.mask->index == isa::scalar::kExec) return std::nullopt;
  for (const isa::Type type : row->source) {
    if (type == isa::Type::none) break;
    const auto s = std::size_t(p.sources++);
    const Operand& source = *instruction.source(s);
    const isa::Type read_as = type_of(*row, source, type);
    if (!plain_source(*row, source, read_as)) return std::nullopt;
    p.source[s] = source_of(source, read_as, row->constants_as(s), constants);
  }
  if (row->reads_carry) p.carry = &isa::carry_in(instruction);
  if (!choose_parts(*row, instruction.modifiers, p.source)) return std::nullopt;
  if (instruction.modifiers.dpp) {
    if (p.source[0].change) return std::nullopt;  // what comes from no lane is 0 before its sign changes
    p.route = route_of(*instruction.modifiers.dpp, width);
  }
  p.accumulates = row->accumulates;
  p.strict = p.route == nullptr && !instruction.modifiers.sdwa &&
             row->definedness == isa::Definedness::strict && row->op_sel_source == isa::SourceSelect::none &&
             (!row->op_sel_halves || instruction.modifiers.op_sel == 0);
  p.floats = isa::is_float(row->destination) || isa::is_float(row->pair) ||
             std::ranges::any_of(row->source, isa::is_float);
  p.bitop3 = instruction.modifiers.bitop3;
  p.pairs = row->packed;
  p.op_sel = {std::uint8_t(instruction.modifiers.op_sel), std::uint8_t(instruction.modifiers.op_sel_hi)};
  return p;
}

}  // namespace lockstep::machine
