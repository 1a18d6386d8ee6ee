#include "plain_vector.hpp"

#include <algorithm>

#include "emulator/matrix/matrix.hpp"
#include "host/clones.hpp"
#include "vector_fetch.hpp"

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

/// Nothing is chosen, or halves of pairs, or a part of the first source.
bool takes_op_sel(const VectorAlu& row, const isa::Modifiers& m) {
  const int parts = row.op_sel_source == isa::SourceSelect::byte   ? 4
                    : row.op_sel_source == isa::SourceSelect::half ? 2
                                                                   : 1;
  return row.packed || m.op_sel < parts;
}

bool plain_modifiers(const VectorAlu& row, const isa::Modifiers& m) {
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

std::shared_ptr<const PlainRoute> route_of(const isa::Dpp& dpp) {
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  auto route = std::make_shared<PlainRoute>();
  for (int l = 0; l < kLanes; ++l) route->from[std::size_t(l)] = std::int8_t(dpp_source(dpp, l));
  route->lanes = dpp_lanes(dpp, kAll);
  route->blend = spread(route->lanes);
  return route;
}

/// As read_scalar and fetch have it of a constant.
std::uint64_t constant_of(const Operand& o, isa::Type type) {
  const std::uint64_t bits = o.constant_bits(isa::bits(type), isa::is_float(type));
  return isa::bits(type) == 16 ? bits & 0xFFFF : bits;
}

SourceChange sign_change_of(const Operand& o, isa::Type type) {
  const SignBit sign = sign_of(type);
  return {sign.dword, 0, o.absolute ? ~sign.bit : ~0u, o.negate ? sign.bit : 0};
}

/// False where its sign changes, too: that is done behind.
bool choose(PlainSource& source, int shift, std::uint32_t field) {
  if (source.change) return false;
  source.change = {0, std::uint32_t(shift), field, 0};
  return true;
}

bool choose(PlainSource& source, isa::Select part) {
  if (part == isa::Select::dword) return true;
  if (part >= isa::Select::word0) return choose(source, part == isa::Select::word1 ? 16 : 0, 0xFFFF);
  return choose(source, 8 * int(part), 0xFF);
}

/// What op_sel and SDWA take of sources.
bool choose_parts(const VectorAlu& row, const isa::Modifiers& m, std::array<PlainSource, 3>& source) {
  if (m.sdwa) return choose(source[0], m.sdwa->src0) && choose(source[1], m.sdwa->src1);
  if (m.op_sel == 0 || row.packed) return true;
  const bool byte = row.op_sel_source == isa::SourceSelect::byte;
  return choose(source[0], m.op_sel * (byte ? 8 : 16), byte ? 0xFFu : 0xFFFFu);
}

PlainSource source_of(const Operand& o, isa::Type type, Constants& constants) {
  PlainSource source;
  source.type = type;
  source.change = sign_change_of(o, type);
  if (in_file(o)) source.registers = registers_of(o);
  if (o.kind == Operand::Kind::scalar) source.scalar = &o;
  if (o.kind == Operand::Kind::constant)
    for (int d = 0; d < isa::dwords(type); ++d)
      source.constant[std::size_t(d)] = constants.lanes(std::uint32_t(constant_of(o, type) >> (32 * d)));
  return source;
}

constexpr std::size_t kOld = 3;  // behind the sources

/// The operands of an instruction that is executed: where the lane function finds them.
struct Operands {
  isa::LaneInputs in;
  std::array<std::array<Lanes, 2>, 3> own;  // of scalars, and of sources that change
  bool any_undefined = false;
  std::array<std::array<const std::uint32_t*, 2>, 4> undefined;  // if there is any; [source, or kOld][dword]

  void note_undefined(std::size_t of, std::size_t dword, const std::uint32_t* lanes) {
    if (!any_undefined) undefined = {};
    any_undefined = true;
    undefined[of][dword] = lanes;
  }
};

/// The number of the first in the unified file; -1: beyond the kernel's registers.
int unified(const Wave& wave, const PlainRegisters& r) {
  const int accumulators = wave.environment().accum_offset, count = wave.vector.count();
  const int first = r.first + (r.accumulators ? accumulators : 0);
  return first + r.dwords <= (r.accumulators ? count : std::min(count, accumulators)) ? first : -1;
}

/// Where they are not all defined.
[[gnu::noinline]] bool fetch_undefined(Wave& wave, const PlainVector& p, int first, std::size_t dwords,
                                       std::size_t of, std::array<const std::uint32_t*, 2>& out,
                                       Operands& o) {
  if (!p.strict) return false;
  for (std::size_t d = 0; d < dwords; ++d) {
    out[d] = wave.vector.read(first + int(d));
    if (const std::uint32_t* undefined = wave.vector.undefined(first + int(d)))
      o.note_undefined(of, d, undefined);
  }
  return true;
}

[[gnu::always_inline]] inline bool fetch_registers(Wave& wave, const PlainVector& p, const PlainRegisters& r,
                                                   std::size_t of, std::array<const std::uint32_t*, 2>& out,
                                                   Operands& o) {
  const int first = unified(wave, r);
  if (first < 0) return false;
  if (!wave.vector.defined(first) || (r.dwords == 2 && !wave.vector.defined(first + 1)))
    return fetch_undefined(wave, p, first, r.dwords, of, out, o);
  out[0] = wave.vector.written(first);
  if (r.dwords == 2) out[1] = wave.vector.written(first + 1);
  return true;
}

[[gnu::noinline]] bool fetch_scalar(const Wave& wave, const PlainSource& source,
                                    std::array<Lanes, 2>& broadcast,
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

[[gnu::noinline]] void change_source(const SourceChange& change, std::array<Lanes, 2>& own,
                                     std::array<const std::uint32_t*, 2>& out) {
  const auto d = std::size_t(change.dword);
  const std::uint32_t* const before = out[d];
  for (std::size_t l = 0; l < kLanes; ++l) own[d][l] = change(before[l]);
  out[d] = own[d].data();
}

[[gnu::always_inline]] inline bool fetch(Wave& wave, const PlainVector& p, std::size_t s, Operands& o) {
  const PlainSource& source = p.source[s];
  auto& out = o.in.source[s];
  if (source.registers.dwords != 0) {
    if (!fetch_registers(wave, p, source.registers, s, out, o)) return false;
  } else if (source.scalar != nullptr) {
    if (!fetch_scalar(wave, source, o.own[s], out)) return false;
  } else {
    out = source.constant;
  }
  if (source.change) change_source(source.change, o.own[s], out);
  return true;
}

bool fetch_carry(const Wave& wave, const PlainVector& p, isa::LaneInputs& in) {
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
  if (p.accumulates && !fetch_registers(wave, p, p.destination, kOld, o.in.old, o)) return false;
  o.in.mode = wave.mode;
  o.in.bitop3 = p.bitop3;
  return fetch_carry(wave, p, o.in);
}

/// Which dword of a source the half of a pair takes.
std::size_t upper_dword(const PlainVector& p, const isa::LaneInputs& in, std::size_t half, std::size_t s) {
  return (p.op_sel[half] >> s & 1) != 0 && in.source[s][1] != nullptr ? 1 : 0;
}

void evaluate_pairs(const PlainVector& p, const isa::LaneInputs& whole, isa::LaneOutputs& out) {
  for (std::size_t half = 0; half < 2; ++half) {
    isa::LaneInputs in = whole;
    for (std::size_t s = 0; s < std::size_t(p.sources); ++s)
      in.source[s] = {whole.source[s][upper_dword(p, whole, half, s)], nullptr};
    isa::LaneOutputs one{{out.destination[half], nullptr}, 0};
    p.evaluate(in, one);
  }
}

void evaluate(const PlainVector& p, const isa::LaneInputs& in, isa::LaneOutputs& out) {
  p.pairs ? evaluate_pairs(p, in, out) : p.evaluate(in, out);
}

/// What of a register is undefined, and which bits of that matter.
struct Shadow {
  const std::uint32_t* lanes = nullptr;
  std::uint32_t relevant = ~0u;
};
using Shadows = std::array<Shadow, 8>;

/// `lanes` becomes all ones where anything is undefined.
LOCKSTEP_CLONES bool spread_undefined(const Shadows& of, Lanes& lanes) {
  lanes.fill(0);
  for (const Shadow& shadow : of)
    for (std::size_t l = 0; shadow.lanes != nullptr && l < kLanes; ++l)
      lanes[l] |= shadow.lanes[l] & shadow.relevant;
  std::uint32_t any = 0;
  for (std::uint32_t& x : lanes) {
    x = x != 0 ? ~0u : 0u;
    any |= x;
  }
  return any != 0;
}

/// Which lanes of the result, or of one of a pair's halves, are undefined; none: false.
bool undefined_lanes(const PlainVector& p, const Operands& o, std::size_t half, Lanes& lanes) {
  Shadows of;
  std::size_t count = 0;
  for (std::size_t s = 0; s < std::size_t(p.sources); ++s)
    for (std::size_t d = 0; d < 2; ++d)
      if (!p.pairs || d == upper_dword(p, o.in, half, s))
        of[count++] = {o.undefined[s][d], isa::bits(p.source[s].type) == 16 ? 0xFFFFu : ~0u};
  for (const std::uint32_t* const old : o.undefined[kOld]) of[count++] = {old};
  return spread_undefined(of, lanes);
}

void write_some_lanes(Wave& wave, const PlainVector& p, int first, const std::array<Lanes, 2>& result,
                      const std::array<const std::uint32_t*, 2>& undefined) {
  for (std::size_t d = 0; d < p.destination.dwords; ++d)
    wave.vector.write(first + int(d), wave.exec(), wave.exec_lanes(), result[d].data(), undefined[d]);
}

std::uint64_t mask_of(const Lanes& lanes) {
  std::uint64_t mask = 0;
  for (std::size_t l = 0; l < kLanes; ++l) mask |= std::uint64_t{lanes[l] & 1} << l;
  return mask;
}

/// Of sources that are undefined in part.
[[gnu::noinline]] void execute_undefined(Wave& wave, const PlainVector& p, int first, const Operands& o) {
  const std::uint64_t exec = wave.exec();
  std::array<Lanes, 2> result, lanes;  // [dword]
  std::array<const std::uint32_t*, 2> undefined{};
  for (std::size_t half = 0; half < (p.pairs ? 2 : 1); ++half)
    if (undefined_lanes(p, o, half, lanes[half])) undefined[half] = lanes[half].data();
  if (!p.pairs) undefined[1] = undefined[0];
  isa::LaneOutputs out;
  out.destination = {result[0].data(), result[1].data()};
  evaluate(p, o.in, out);
  write_some_lanes(wave, p, first, result, undefined);
  const std::uint64_t mask = undefined[0] != nullptr ? mask_of(lanes[0]) : 0;
  if (p.mask != nullptr) write_scalar(wave, *p.mask, 2, {out.mask & exec, mask & exec});
}

void execute_some_lanes(Wave& wave, const PlainVector& p, int first, const isa::LaneInputs& in,
                        isa::LaneOutputs& out) {
  std::array<Lanes, 2> result;
  out.destination = {result[0].data(), result[1].data()};
  evaluate(p, in, out);
  write_some_lanes(wave, p, first, result, {});
}

[[gnu::noinline]] void execute_routed(Wave& wave, const PlainVector& p, int first, Operands& o) {
  const PlainRoute& route = *p.route;
  std::array<Lanes, 2> routed, result;
  for (std::size_t d = 0; d < std::size_t(isa::dwords(p.source[0].type)); ++d) {
    const std::uint32_t* const before = o.in.source[0][d];
    for (std::size_t l = 0; l < kLanes; ++l) routed[d][l] = route.from[l] < 0 ? 0 : before[route.from[l]];
    o.in.source[0][d] = routed[d].data();
  }
  isa::LaneOutputs out;
  out.destination = {result[0].data(), result[1].data()};
  p.evaluate(o.in, out);
  for (std::size_t d = 0; d < p.destination.dwords; ++d)
    wave.vector.write(first + int(d), route.lanes, route.blend, result[d].data(), nullptr);
  if (p.mask != nullptr) write_scalar(wave, *p.mask, 2, {out.mask & route.lanes, 0});
}

}  // namespace

isa::LaneFunction best_version(const VectorAlu& row) {
  using matrix::InstructionSet;
  static const InstructionSet host = matrix::best_instruction_set();
  if (host == InstructionSet::baseline) return row.evaluate;
  const isa::LaneFunction compiled = row.by_level[host == InstructionSet::v3 ? 0 : 1];
  return compiled != nullptr ? compiled : row.evaluate;
}

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
    if (!plain_source(*row, *source, read_as)) return std::nullopt;
    p.source[std::size_t(p.sources++)] = source_of(*source, read_as, constants);
  }
  p.reads_carry = row->reads_carry;
  if (row->reads_carry) p.carry = take();
  if (!choose_parts(*row, instruction.modifiers, p.source)) return std::nullopt;
  if (instruction.modifiers.dpp) {
    if (p.source[0].change) return std::nullopt;  // what comes from no lane is 0 before its sign changes
    p.route = route_of(*instruction.modifiers.dpp);
  }
  p.accumulates = row->accumulates;
  p.strict = p.route == nullptr && !instruction.modifiers.sdwa &&
             row->definedness == isa::Definedness::strict && row->op_sel_source == isa::SourceSelect::none;
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
  if (o.any_undefined) {
    execute_undefined(wave, p, first, o);
    return Step::next;
  }
  const std::uint64_t exec = wave.exec();
  if (p.route != nullptr) {
    if (~exec != 0) return execute_vector_alu(wave, code);
    execute_routed(wave, p, first, o);
    return Step::next;
  }
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
