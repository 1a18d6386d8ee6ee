#include "emulator/lint/exec_lanes.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "emulator/isa/dataflow.hpp"
#include "emulator/isa/register_uses.hpp"
#include "emulator/lint/control_flow.hpp"
#include "emulator/lint/fixed_point.hpp"

namespace lockstep::lint {

namespace {

using isa::Operand;

struct Row {
  std::string_view mnemonic;
  ExecChange change;
  bool through_operand;  ///< EXEC must be the first source: these write whatever they name
};
// CDNA3 ISA, "SOP1" and "SOP2" instructions.
constexpr std::array kRows{
    Row{"s_and_saveexec_b64", ExecChange::narrows, false},
    Row{"s_andn1_saveexec_b64", ExecChange::narrows, false},  // ~S0 & EXEC
    Row{"s_andn1_wrexec_b64", ExecChange::narrows, false},
    Row{"s_or_saveexec_b64", ExecChange::widens, false},
    Row{"s_and_b64", ExecChange::narrows, true},
    Row{"s_andn2_b64", ExecChange::narrows, true},  // S0 & ~S1
    Row{"s_or_b64", ExecChange::widens, true},
    // Waves of 32 lanes have these, by the names of gfx11 and later.
    Row{"s_and_saveexec_b32", ExecChange::narrows, false},
    Row{"s_and_not0_saveexec_b32", ExecChange::narrows, false},
    Row{"s_and_not0_wrexec_b32", ExecChange::narrows, false},
    Row{"s_or_saveexec_b32", ExecChange::widens, false},
    Row{"s_and_b32", ExecChange::narrows, true},
    Row{"s_and_not1_b32", ExecChange::narrows, true},
    Row{"s_or_b32", ExecChange::widens, true},
};

bool is_exec(const Operand* o, isa::WaveWidth width) {
  return o != nullptr && o->kind == Operand::Kind::scalar && o->index == isa::scalar::kExec &&
         o->count >= isa::mask_registers(width);
}

bool takes_exec(const isa::Instruction& i, isa::WaveWidth width) {
  const bool either_side = i.mnemonic != "s_andn2_b64" && i.mnemonic != "s_and_not1_b32";
  return is_exec(i.source(0), width) || (either_side && is_exec(i.source(1), width));
}

}  // namespace

ExecChange exec_change(const isa::Instruction& i, isa::WaveWidth width) {
  const isa::RegisterAccess exec{isa::File::scalar, isa::Role::destination, isa::scalar::kExec,
                                 std::uint16_t(isa::mask_registers(width))};
  const auto accesses = isa::dataflow(i, width);
  if (std::ranges::none_of(accesses, [&](const auto& a) { return a.writes() && a.overlaps(exec); }))
    return ExecChange::none;
  if (i.mnemonic.starts_with("v_cmpx")) return ExecChange::narrows;
  const Operand* const source = i.source(0);
  if ((i.mnemonic == "s_mov_b64" || i.mnemonic == "s_mov_b32") && source != nullptr &&
      source->kind == Operand::Kind::constant && source->integer == -1)
    return ExecChange::widens;
  const auto row = std::ranges::find(kRows, std::string_view(i.mnemonic), &Row::mnemonic);
  if (row == kRows.end() || (row->through_operand && !takes_exec(i, width))) return ExecChange::replaces;
  return row->change;
}

Lanes after(Lanes lanes, ExecChange change) {
  switch (change) {
    case ExecChange::none:
      return lanes;
    case ExecChange::narrows:
      return lanes == Lanes::same || lanes == Lanes::narrower ? Lanes::narrower : Lanes::unknown;
    case ExecChange::widens:
      return lanes == Lanes::same || lanes == Lanes::wider ? Lanes::wider
             : lanes == Lanes::unknown                     ? Lanes::unknown
                                                           : Lanes::overlapping;
    case ExecChange::replaces:
      break;
  }
  return Lanes::unknown;
}

Lanes join(Lanes a, Lanes b) {
  if (a == b) return a;
  if (a == Lanes::unknown || b == Lanes::unknown) return Lanes::unknown;
  if (a == Lanes::same) return b;
  if (b == Lanes::same) return a;
  return Lanes::overlapping;
}

namespace {

using isa::Operand;
using isa::scalar::kExec;

bool asks_exec(const isa::Instruction& i) {
  return i.mnemonic == "s_cbranch_execz" || i.mnemonic == "s_cbranch_execnz";
}

/// Whether such a branch goes that way with lanes.
bool finds_lanes(const isa::Instruction& i, Edge::Way way) {
  return (i.mnemonic == "s_cbranch_execnz") == (way == Edge::Way::taken);
}

/// Which pairs of scalar registers are known not to be zero; EXEC is one of them.
class NonZeroPairs {
 public:
  struct State {
    std::array<std::uint64_t, 2> pairs{};  ///< [first register of a pair]

    bool has(int first) const {
      return first < 128 && (pairs[std::size_t(first / 64)] >> first % 64 & 1) != 0;
    }
    void set(int first, bool value) {
      if (first < 0 || first >= 128) return;
      const std::uint64_t bit = std::uint64_t{1} << first % 64;
      std::uint64_t& word = pairs[std::size_t(first / 64)];
      word = value ? word | bit : word & ~bit;
    }
  };

  explicit NonZeroPairs(const isa::Program& program) : program_(program) {}

  State entry() const {
    State state;
    state.set(kExec, true);
    return state;
  }
  State resumed() const { return {}; }
  static std::uint64_t size(const State&) { return 1; }

  bool join(State& into, const State& other) const {
    const State before = into;
    for (std::size_t i = 0; i < 2; ++i) into.pairs[i] &= other.pairs[i];
    return into.pairs != before.pairs;
  }

  bool may_go(const State& state, std::uint32_t branch, Edge::Way way) const {
    const isa::Instruction& i = program_.instructions[branch];
    return !asks_exec(i) || !state.has(kExec) || finds_lanes(i, way);
  }
  void went(State& state, std::uint32_t branch, Edge::Way way) const {
    const isa::Instruction& i = program_.instructions[branch];
    if (asks_exec(i) && finds_lanes(i, way)) state.set(kExec, true);
  }

  void step(State& state, std::uint32_t at) const {
    const isa::Instruction& i = program_.instructions[at];
    const bool exec = state.has(kExec), saves = i.mnemonic.ends_with("_saveexec_b64");
    const bool copies = i.mnemonic == "s_mov_b64", joins = i.mnemonic == "s_or_b64";
    const bool value = copies ? holds(state, i.source(0))
                              : joins && (holds(state, i.source(0)) || holds(state, i.source(1)));
    const bool widened = i.mnemonic == "s_or_saveexec_b64" && (exec || holds(state, i.source(0)));
    for (const isa::RegisterAccess& access : isa::dataflow(i, program_.width))
      if (access.writes() && access.file == isa::File::scalar)
        for (int r = access.first - 1; r < access.first + access.count; ++r) state.set(r, false);
    const Operand* to = i.destination();
    if (to == nullptr || to->kind != Operand::Kind::scalar || to->count != 2) return;
    if (saves) {
      state.set(to->index, exec);
      state.set(kExec, widened);
    } else if (copies || joins) {
      state.set(to->index, value);
    }
  }

 private:
  static bool holds(const State& state, const Operand* o) {
    if (o == nullptr) return false;
    if (o->kind == Operand::Kind::constant) return !o->is_float && o->integer != 0;
    return o->kind == Operand::Kind::scalar && o->count == 2 && state.has(o->index);
  }

  const isa::Program& program_;
};

}  // namespace

std::set<std::uint32_t> branches_with_lanes(const isa::Program& program,
                                            std::span<const std::uint32_t> entries) {
  std::set<std::uint32_t> found;
  if (program.width != isa::WaveWidth::lanes64) return found;
  const ControlFlow flow = control_flow(program, entries);
  if (!flow.undecided.empty()) return found;
  const NonZeroPairs analysis(program);
  const auto heads = fixed_point(flow, analysis);
  for (std::size_t b = 0; b < heads.size(); ++b) {
    if (!heads[b]) continue;
    NonZeroPairs::State state = *heads[b];
    for (std::uint32_t i = flow.blocks[b].first; i <= flow.blocks[b].last; ++i) {
      if (asks_exec(program.instructions[i]) && state.has(kExec)) found.insert(i);
      analysis.step(state, i);
    }
  }
  return found;
}

}  // namespace lockstep::lint
