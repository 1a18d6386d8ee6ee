#include "emulator/machine/vector/fast_vector.hpp"

#include <algorithm>

#include "emulator/isa/constant.hpp"
#include "emulator/isa/roles.hpp"
#include "emulator/machine/vector/vector_operation.hpp"

namespace lockstep::machine {

namespace {

using isa::Operand;
using isa::VectorAlu;

bool in_file(const Operand& o) {
  return o.kind == Operand::Kind::vector || o.kind == Operand::Kind::accumulator;
}

TwoParts parts_of(const VectorAlu& row) {
  if (!row.packed) return TwoParts::none;
  return isa::bits(row.destination) == 16 ? TwoParts::halves : TwoParts::pairs;
}

bool moves_accumulator(isa::CrossLane what) {
  return what == isa::CrossLane::accvgpr_read || what == isa::CrossLane::accvgpr_write ||
         what == isa::CrossLane::accvgpr_mov;
}

/// The instruction's semantics; nullptr: it is no vector ALU instruction that works lane by lane.
const VectorAlu* row_of(const isa::Instruction& instruction) {
  if (instruction.semantics == nullptr) return nullptr;
  static const auto& move = std::get<VectorAlu>(isa::find("v_mov_b32", isa::kCdna34)->operation);
  const auto& operation = instruction.semantics->operation;
  const auto* const cross = std::get_if<isa::CrossLane>(&operation);
  return cross != nullptr && moves_accumulator(*cross) ? &move : std::get_if<VectorAlu>(&operation);
}

/// Whether a mixed operation (v_fma_mix_*) takes only halves of registers or scalars, as floats;
/// execute_vector_alu handles constants, which are interpreted in special ways.
bool plain_mixture(const isa::Instruction& instruction) {
  for (std::size_t s = 0; s < 3; ++s)
    if (instruction.source(s)->kind == Operand::Kind::constant) return false;
  return true;
}

bool to_part(const VectorAlu& row) {
  return row.op_sel_byte || (isa::bits(row.destination) == 16 && !row.packed);
}

bool plain_row(const VectorAlu& row) {
  const bool narrow = to_part(row) && row.accumulates;
  const bool unlike = row.packed && (row.accumulates || row.writes_mask || isa::bits(row.destination) > 32);
  return !unlike && !row.writes_exec && !row.op_sel_dwords && !narrow;
}

/// Whether op_sel selects nothing, halves of pairs or of 16-bit sources, or a part of the first source.
bool takes_op_sel(const VectorAlu& row, const isa::Modifiers& m) {
  if ((row.op_sel_halves || row.op_sel_byte) && row.op_sel_source == isa::SourceSelect::none) return true;
  const int parts = row.op_sel_source == isa::SourceSelect::byte   ? 4
                    : row.op_sel_source == isa::SourceSelect::half ? 2
                                                                   : 1;
  return row.packed || row.mixed || m.op_sel < parts;
}

bool is_packed_float(const VectorAlu& row) {
  return row.packed && isa::is_float(row.source[0]);
}

bool plain_modifiers(const VectorAlu& row, const isa::Modifiers& m) {
  if (to_part(row) && (m.dpp || m.sdwa)) return false;
  return (!m.dpp || !row.packed) && (!m.sdwa || (m.sdwa->dst == isa::Select::dword && !row.packed)) &&
         !m.clamp && m.omod == 0 && takes_op_sel(row, m) &&
         (is_packed_float(row) || (m.neg_lo == 0 && m.neg_hi == 0));
}

// The type as which a source is read, as execute_vector_alu has it: the source of a pair is one, unless it is
// a constant or a single dword.
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

/// Selects bits of a source. False where its sign changes, too: the sign would have to change afterwards.
bool choose(SourceChange& source, int shift, std::uint32_t field) {
  if (source) return false;
  source = {0, std::uint32_t(shift), field, 0};
  return true;
}

bool choose(SourceChange& source, isa::Select part) {
  if (part == isa::Select::dword) return true;
  if (part >= isa::Select::word0) return choose(source, part == isa::Select::word1 ? 16 : 0, 0xFFFF);
  return choose(source, 8 * int(part), 0xFF);
}

/// Selects the parts of sources that op_sel and SDWA name.
bool choose_parts(const VectorAlu& row, const isa::Modifiers& m, std::array<SourceChange, 3>& source) {
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

/// The change to a source of a mixed operation: it is widened from a half, whose sign the modifiers change.
SourceChange half_to_float(const Operand& o, const isa::Modifiers& m, std::size_t s) {
  return {0, (m.op_sel >> s & 1) != 0 ? 16u : 0u, o.absolute ? 0x7FFFu : 0xFFFFu, o.negate ? 0x8000u : 0u,
          true};
}

/// The part of the destination that a result goes to, as place_narrow() has it.
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
  if (in_file(o)) source.registers = registers_of(o);
  if (o.kind == Operand::Kind::constant)
    for (int d = 0; d < isa::dwords(type); ++d)
      source.constant[std::size_t(d)] =
          constants.lanes(std::uint32_t(isa::constant_bits(o, constants_as) >> (32 * d)));
  return source;
}

/// Adds the sources. False where an operand has another form.
bool add_sources(const isa::Instruction& instruction, const VectorAlu& row, Constants& constants,
                 FastVector& p, FastDetails& details) {
  const isa::Modifiers& m = instruction.modifiers;
  for (const isa::Type type : row.source) {
    if (type == isa::Type::none) break;
    const auto s = std::size_t(p.sources++);
    const Operand& source = *instruction.source(s);
    const isa::Type read_as = type_of(row, source, type);
    if (!plain_source(row, source, read_as)) return false;
    if (takes_pairs(row) && (source.negate || source.absolute)) return false;
    p.source[s] = source_of(source, read_as, row.constants_as(s), constants);
    if (source.kind == Operand::Kind::scalar) details.scalar[s] = &source;
    const bool widens = row.mixed && (m.op_sel_hi >> s & 1) != 0;
    details.change[s] = widens ? half_to_float(source, m, s) : sign_change_of(source, read_as);
  }
  if (!row.mixed && !choose_parts(row, m, details.change)) return false;
  for (std::size_t s = 0; s < p.source.size(); ++s) p.source[s].changes = bool(details.change[s]);
  return true;
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
  const VectorAlu* const row = row_of(instruction);
  if (row == nullptr || !instruction.unreadable.empty() || !plain_row(*row) ||
      !plain_modifiers(*row, instruction.modifiers) || (row->mixed && !plain_mixture(instruction)) ||
      (row->mixed && row->numbers[0] == isa::Type::bf16))
    return std::nullopt;
  const isa::Modifiers& m = instruction.modifiers;
  FastVector p;
  FastDetails details;
  p.evaluate = row->by_level.best();
  p.parts = parts_of(*row);
  if (const Operand* const destination = instruction.destination()) {
    if (destination->count != (p.parts == TwoParts::pairs ? 2 : isa::dwords(row->destination)))
      return std::nullopt;
    p.destination = registers_of(*destination);
  }
  details.part = part_of(*row, m);
  p.partial = details.part.has_value();
  p.mask = instruction.mask();
  if (p.mask != nullptr && p.mask->index == isa::scalar::kExec) return std::nullopt;
  if (!add_sources(instruction, *row, constants, p, details)) return std::nullopt;
  if (row->reads_carry) p.carry = &isa::carry_in(instruction);
  if (m.dpp) {
    if (p.source[0].changes) return std::nullopt;  // what comes from no lane is 0 before its sign changes
    details.route = route_of(*m.dpp, width);
    p.routed = true;
  }
  p.accumulates = row->accumulates;
  p.strict = !p.routed && !m.sdwa && p.parts != TwoParts::halves && !row->mixed &&
             row->definedness == isa::Definedness::strict && row->op_sel_source == isa::SourceSelect::none &&
             (!row->op_sel_halves || m.op_sel == 0);
  p.floats = isa::is_float(row->destination) || isa::is_float(row->pair) ||
             std::ranges::any_of(row->source, isa::is_float);
  p.bitop3 = m.bitop3;
  p.op_sel = {std::uint8_t(m.op_sel), std::uint8_t(m.op_sel_hi)};
  details.negated = {std::uint8_t(m.neg_lo), std::uint8_t(m.neg_hi)};
  p.details = std::make_shared<const FastDetails>(std::move(details));
  return p;
}

}  // namespace lockstep::machine
