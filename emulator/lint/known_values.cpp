#include "emulator/lint/known_values.hpp"

#include <array>

#include "emulator/isa/constant.hpp"
#include "emulator/isa/semantics.hpp"

namespace lockstep::lint {

namespace {

using isa::Control;
using isa::Definedness;
using isa::Instruction;
using isa::Operand;

constexpr std::size_t kScalars = 128, kVectors = 512;

/// A source of 64 bits at most, with the bits of it that are known.
struct Wide {
  std::uint64_t value = 0, known = 0;
};

Wide constant(const Operand& o, isa::Type type) {
  return {isa::constant_bits(o, type), ~std::uint64_t{0}};
}

Wide in_file(const std::vector<Bits>& file, std::size_t first, isa::Type type) {
  const bool wide = isa::bits(type) == 64;
  if (first + (wide ? 1 : 0) >= file.size()) return {};
  Wide w{file[first].value, file[first].known | ~std::uint64_t{0} << 32};
  if (wide)
    w = {w.value | std::uint64_t{file[first + 1].value} << 32,
         file[first].known | std::uint64_t{file[first + 1].known} << 32};
  return w;
}

Wide source(const KnownValues::State& s, const Operand& o, isa::Type type) {
  if (o.negate || o.absolute || o.sign_extend || isa::is_float(type)) return {};
  switch (o.kind) {
    case Operand::Kind::constant:
      return constant(o, type);
    case Operand::Kind::scalar:
      return in_file(s.scalars, o.index, type);
    case Operand::Kind::vector:
      return in_file(s.vectors, o.index, type);
    default:
      return {};
  }
}

void put(std::vector<Bits>& file, std::size_t first, int dwords, Wide w) {
  for (std::size_t d = 0; d < std::size_t(dwords) && first + d < file.size(); ++d) {
    const auto known = d < 2 ? std::uint32_t(w.known >> (32 * d)) : 0;
    file[first + d] = {d < 2 ? std::uint32_t(w.value >> (32 * d)) & known : 0, known};
  }
}

void forget(KnownValues::State& s, const isa::RegisterAccess& a) {
  std::vector<Bits>& file = a.file == isa::File::scalar ? s.scalars : s.vectors;
  put(file, a.first, a.count, {});
}

constexpr Wide kUnknown{};

/// A scalar operation on sources that are not all known: bitwise ones keep what does not depend on the rest.
Wide bitwise(const isa::ScalarAlu& row, const isa::ScalarInputs& in, const std::array<Wide, 3>& sources) {
  if (row.definedness != Definedness::moves || row.selectors != 0 || row.reads_scc || row.reads_destination)
    return kUnknown;
  std::array<isa::ScalarOutputs, 2> out;
  for (const bool ones : {false, true}) {
    isa::ScalarInputs extreme = in;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const bool set = ones != (((row.inverted >> i) & 1) != 0);
      extreme.source[i] = set ? sources[i].value | ~sources[i].known : sources[i].value & sources[i].known;
    }
    row.evaluate(extreme, out[ones ? 1 : 0]);
  }
  return {out[0].destination, ~(out[0].destination ^ out[1].destination)};
}

// EXEC behind s_and_saveexec and s_or_saveexec; nothing is known behind the others.
Wide saved(const Instruction& i, Wide source, Wide exec) {
  if (i.mnemonic.starts_with("s_and_saveexec_"))
    return {source.value & exec.value,
            (source.known & exec.known) | (source.known & ~source.value) | (exec.known & ~exec.value)};
  if (i.mnemonic.starts_with("s_or_saveexec_"))
    return {(source.value & source.known) | (exec.value & exec.known),
            (source.known & exec.known) | (source.known & source.value) | (exec.known & exec.value)};
  return kUnknown;
}

void scalar_alu(KnownValues::State& s, const Instruction& i, isa::WaveWidth width,
                const isa::ScalarAlu& row) {
  const Operand* const to = i.destination();
  isa::ScalarInputs in;
  std::array<Wide, 3> sources;
  sources.fill({0, ~std::uint64_t{0}});
  bool all = true;
  for (std::size_t n = 0; n < row.source.size() && row.source[n] != isa::Type::none; ++n) {
    sources[n] = source(s, *i.source(n), row.source[n]);
    in.source[n] = sources[n].value;
    all &= ~sources[n].known == 0;
  }
  const bool narrow = width == isa::WaveWidth::lanes32;
  const Wide exec = in_file(s.scalars, isa::scalar::kExec, narrow ? isa::Type::u32 : isa::Type::u64);
  const Wide old =
      to != nullptr && row.reads_destination ? source(s, *to, row.destination) : Wide{0, ~std::uint64_t{0}};
  in.old = old.value;
  in.exec = exec.value;
  in.scc = s.scc.value_or(false);
  all &= ~old.known == 0 && (!row.reads_scc || s.scc) &&
         (!row.reads_exec || row.writes_exec || ~exec.known == 0);
  isa::ScalarOutputs out;
  if (all) row.evaluate(in, out);
  if (row.writes_scc) s.scc = all && !row.writes_exec ? std::optional(out.scc) : std::nullopt;
  if (to != nullptr && to->kind == Operand::Kind::scalar && (!all || out.write || row.writes_exec)) {
    const Wide result = row.writes_exec ? exec
                        : all           ? Wide{out.destination, ~std::uint64_t{0}}
                                        : bitwise(row, in, sources);
    put(s.scalars, to->index, isa::dwords(row.destination), result);
  }
  if (row.writes_exec)
    put(s.scalars, isa::scalar::kExec, isa::mask_registers(width), saved(i, sources[0], exec));
}

bool is_plain(const Instruction& i, const isa::VectorAlu& row) {
  const isa::Modifiers& m = i.modifiers;
  const bool whole = row.destination == isa::Type::none || isa::bits(row.destination) >= 32;
  return !m.dpp && !m.sdwa && !m.clamp && m.omod == 0 && m.op_sel == 0 && !row.reads_carry && !row.packed &&
         !row.accumulates && !row.keeps_half && row.op_sel_source == isa::SourceSelect::none &&
         row.pair == isa::Type::none && !isa::is_float(row.destination) && whole;
}

struct LaneResult {
  Wide destination, mask;
};

/// What the thread's lane of a vector operation becomes; unknown unless all sources are known integers.
LaneResult vector_alu(const KnownValues::State& s, const Instruction& i, const isa::VectorAlu& row) {
  if (!is_plain(i, row)) return {};
  std::array<std::array<isa::Lanes, 2>, 3> lanes{};
  isa::LaneInputs in;
  in.bitop3 = i.modifiers.bitop3;
  for (std::size_t n = 0; n < 3; ++n) {
    in.source[n] = {lanes[n][0].data(), lanes[n][1].data()};
    if (row.source[n] == isa::Type::none) continue;
    const Wide w = source(s, *i.source(n), row.source[n]);
    if (~w.known != 0) return {};
    lanes[n][0][s.lane] = std::uint32_t(w.value);
    lanes[n][1][s.lane] = std::uint32_t(w.value >> 32);
  }
  std::array<isa::Lanes, 2> old{}, result{};
  in.old = {old[0].data(), old[1].data()};
  isa::LaneOutputs out;
  out.destination = {result[0].data(), result[1].data()};
  row.evaluate(in, out);
  const std::uint64_t bit = std::uint64_t{1} << s.lane;
  return {{result[0][s.lane] | std::uint64_t{result[1][s.lane]} << 32, ~std::uint64_t{0}},
          {out.mask & bit, bit}};
}

/// What of the thread's lane a scalar register receives.
Wide from_lane(const KnownValues::State& s, const Instruction& i, isa::CrossLane what) {
  const bool first = what == isa::CrossLane::readfirstlane && s.lane == 0 && s.lane_executes();
  const Operand* const lane = i.operand(isa::OperandRole::lane_select);
  const bool named =
      what == isa::CrossLane::readlane && lane->kind == Operand::Kind::constant && lane->integer == s.lane;
  return first || named ? source(s, *i.source(0), isa::Type::u32) : kUnknown;
}

}  // namespace

bool KnownValues::State::lane_executes() const {
  const Bits& exec = scalars[isa::scalar::kExec + lane / 32];
  return (exec.known & exec.value & 1u << lane % 32) != 0;
}

bool KnownValues::State::lane_is_off() const {
  const Bits& exec = scalars[isa::scalar::kExec + lane / 32];
  return (exec.known & ~exec.value & 1u << lane % 32) != 0;
}

bool KnownValues::State::any_executes() const {
  const Bits &low = scalars[isa::scalar::kExec], &high = scalars[isa::scalar::kExec + 1];
  return ((low.known & low.value) | (high.known & high.value)) != 0;
}

void KnownValues::State::learn_from(const State& other) {
  for (std::size_t r = 0; r < scalars.size(); ++r)
    scalars[r] = {scalars[r].value | other.scalars[r].value, scalars[r].known | other.scalars[r].known};
  if (!scc) scc = other.scc;
}

KnownValues::State KnownValues::nothing() {
  return {std::vector<Bits>(kScalars), std::vector<Bits>(kVectors), std::nullopt, 0};
}

KnownValues::State KnownValues::entry(std::uint32_t lane, std::uint32_t thread) {
  KnownValues::State s = nothing();
  s.lane = lane;
  const std::uint32_t bit = 1u << s.lane % 32;
  s.scalars[isa::scalar::kExec + s.lane / 32] = {bit, bit};
  s.vectors[0] = {thread, ~0u};
  return s;
}

void KnownValues::step(KnownValues::State& s, std::uint32_t instruction) const {
  const Instruction& i = program_.instructions[instruction];
  if (i.semantics == nullptr || !i.unreadable.empty()) {
    const std::uint32_t lane = s.lane;
    s = nothing();
    s.lane = lane;
    return;
  }
  const auto& operation = i.semantics->operation;
  if (code_[instruction].perhaps_skipped) {
    for (const isa::RegisterAccess& a : code_[instruction].accesses)
      if (a.writes()) forget(s, a);
    return;
  }
  if (const auto* row = std::get_if<isa::ScalarAlu>(&operation))
    return scalar_alu(s, i, program_.width, *row);
  LaneResult vector;
  Wide scalar;
  if (const auto* row = std::get_if<isa::VectorAlu>(&operation); row != nullptr && s.lane_executes())
    vector = vector_alu(s, i, *row);
  if (const auto* what = std::get_if<isa::CrossLane>(&operation)) scalar = from_lane(s, i, *what);
  for (const isa::RegisterAccess& a : code_[instruction].accesses)
    if (a.writes()) forget(s, a);
  const Operand *const to = i.destination(), *const mask = i.mask();
  if (scalar.known != 0) put(s.scalars, to->index, 1, scalar);
  if (vector.destination.known == 0) return;
  if (to != nullptr && to->kind == Operand::Kind::vector)
    put(s.vectors, to->index, to->count, vector.destination);
  if (to == nullptr && mask != nullptr)
    put(s.scalars, mask->index, isa::mask_registers(program_.width), vector.mask);
}

bool KnownValues::join(KnownValues::State& into, const KnownValues::State& from) {
  bool changed = false;
  const auto meet = [&](std::vector<Bits>& a, const std::vector<Bits>& b) {
    for (std::size_t r = 0; r < a.size(); ++r) {
      const std::uint32_t known = a[r].known & b[r].known & ~(a[r].value ^ b[r].value);
      changed |= known != a[r].known;
      a[r] = {a[r].value & known, known};
    }
  };
  meet(into.scalars, from.scalars);
  meet(into.vectors, from.vectors);
  if (into.scc && into.scc != from.scc) {
    into.scc.reset();
    changed = true;
  }
  return changed;
}

bool KnownValues::may_go(const KnownValues::State& s, std::uint32_t instruction, Edge::Way way) const {
  const Instruction& i = program_.instructions[instruction];
  const auto* what = i.semantics != nullptr ? std::get_if<Control>(&i.semantics->operation) : nullptr;
  if (what == nullptr || way == Edge::Way::falls) return true;
  std::optional<bool> taken;
  if (*what == Control::branch_scc1) taken = s.scc;
  if (*what == Control::branch_scc0 && s.scc) taken = !*s.scc;
  const Bits &low = s.scalars[isa::scalar::kVcc], &high = s.scalars[isa::scalar::kVcc + 1];
  if (((low.known & low.value) | (high.known & high.value)) != 0) {
    if (*what == Control::branch_vccz) taken = false;
    if (*what == Control::branch_vccnz) taken = true;
  }
  if (*what == Control::branch_execz && s.any_executes()) taken = false;
  if (*what == Control::branch_execnz && s.any_executes()) taken = true;
  return !taken || *taken == (way == Edge::Way::taken);
}

}  // namespace lockstep::lint
