#include "emulator/lint/operations.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "emulator/isa/constant.hpp"
#include "emulator/isa/semantics.hpp"
#include "emulator/isa/vgpr_banks.hpp"
#include "emulator/lint/fixed_point.hpp"

namespace lockstep::lint {

namespace {

using isa::Control;
using isa::File;
using isa::Instruction;
using isa::Memory;
using isa::RegisterAccess;
using isa::Role;

template <typename T>
const T* operation_of(const Instruction& i) {
  return i.semantics != nullptr ? std::get_if<T>(&i.semantics->operation) : nullptr;
}

/// An unknown instruction of the ALUs leaves the counters alone; any other may be a memory operation.
bool may_count(const Instruction& i) {
  const std::string_view m = i.mnemonic;
  if (m.starts_with("v_")) return false;
  return !m.starts_with("s_") || m.find("load") != m.npos || m.find("store") != m.npos ||
         m.find("atomic") != m.npos || m.find("waitcnt") != m.npos;
}

// Sixteen bits of a register, or a byte: SDWA, op_sel and d16_hi choose which.
bool may_take_half(const Instruction& i) {
  if (i.modifiers.sdwa) return true;
  if (const auto* v = operation_of<isa::VectorAlu>(i))
    return v->packed || v->mixed || v->op_sel_halves || v->op_sel_source != isa::SourceSelect::none ||
           std::ranges::any_of(v->source, [](isa::Type t) { return isa::bits(t) == 16; });
  const auto* m = operation_of<Memory>(i);
  return m != nullptr && (m->bytes < 4 || m->low_half || m->high_half);
}

void describe_memory(Operation& o, const Instruction& i, const Memory& m) {
  const bool lds = m.space == Memory::Space::lds;
  o.fills_half = m.low_half || m.high_half;
  const bool load = m.access == isa::Access::load;
  o.lds_by_lanes = m.lds_in_register;
  o.to_lds = m.to_lds || i.modifiers.lds || (m.lds_in_register && load);
  o.reads_lds = (lds && load) || (m.lds_in_register && !load);
  o.fills_lds = (lds || m.space == Memory::Space::flat) && m.access != isa::Access::load;
  o.takes_m0_as_address = (o.to_lds && !m.lds_in_register) || m.thread_address;
}

// CDNA3 ISA, S_SETVSKIP: VSKIP = S0[S1[4:0]].
Skip skip_of(const Instruction& i) {
  const isa::Operand *const bits = i.source(0), *const bit = i.source(1);
  const auto is_constant = [](const isa::Operand* o) {
    return o != nullptr && o->kind == isa::Operand::Kind::constant;
  };
  const auto value = [](const isa::Operand* o) {
    return std::uint32_t(isa::constant_bits(*o, isa::Type::u32));
  };
  if (!is_constant(bits) || (!is_constant(bit) && value(bits) != 0)) return Skip::perhaps;
  if (value(bits) == 0) return Skip::no;
  return (value(bits) >> (value(bit) & 31) & 1) != 0 ? Skip::yes : Skip::no;
}

// A bit each for the three sources, and the fourth for the destination.
Indexed indexed_by(const Instruction& i) {
  const isa::Operand* const enabled = i.immediate();
  const bool number = enabled->kind == isa::Operand::Kind::constant;
  const auto bits = number ? enabled->integer : i.modifiers.offset;
  return {(bits & 7) != 0, (bits & 8) != 0};
}

// Whether vector registers of a line are others than those that it names from here on.
bool moves_banks(const Instruction& i, Control what) {
  if (what == Control::vgpr_banks) return isa::banks_of_immediate(i.immediate()->integer) != 0;
  constexpr std::int64_t kMode = 1;
  return what == Control::setreg_immediate && i.modifiers.offset == kMode &&
         isa::Banks(std::uint32_t(isa::constant_bits(*i.source(0), isa::Type::u32)) >> 12) != 0;
}

// A barrier's number: -1, which s_barrier_wait has in 16 bits.
bool is_of_workgroup(const Instruction& i) {
  const isa::Operand* const number = i.source(0);
  return number != nullptr && number->kind == isa::Operand::Kind::constant &&
         std::int16_t(number->integer) == -1;
}

void describe_control(Operation& o, const Instruction& i, Control what) {
  o.is_barrier = what == Control::barrier || (what == Control::barrier_wait && is_of_workgroup(i));
  o.is_signal =
      (what == Control::barrier_signal || what == Control::barrier_signal_first) && is_of_workgroup(i);
  o.other_barrier = what == Control::barrier_wait && !o.is_barrier;
  if (what == Control::gpr_index_on || what == Control::gpr_index_mode) o.indexing = indexed_by(i);
  if (what == Control::gpr_index_off) o.indexing = Indexed{};
  if (what == Control::vector_skip) o.skip = skip_of(i);
  o.unfollowed = (what >= Control::vector_skip && what <= Control::move_to_relative) || moves_banks(i, what);
}

// CDNA3 ISA, S_SETVSKIP: "no VOP*, M*BUF, MIMG, DS or FLAT instructions".
bool is_vector(const Instruction& i) {
  constexpr std::string_view kFamilies[] = {"v_",    "buffer_", "tbuffer_", "ds_",
                                            "flat_", "global_", "scratch_"};
  return std::ranges::any_of(kFamilies,
                             [&](std::string_view family) { return i.mnemonic.starts_with(family); });
}

// Whatever the index chooses, it is not what the line names.
void drop_relative(Operation& o, const Instruction& i) {
  const Control* what = operation_of<Control>(i);
  if (what != nullptr && (*what == Control::move_from_relative || *what == Control::move_to_relative))
    o.accesses.clear();
}

Operation describe(const Instruction& i, isa::WaveWidth width, int accum_offset) {
  Operation o;
  o.accesses = isa::dataflow(i, width);
  for (RegisterAccess& a : o.accesses) a = unified(a, accum_offset);
  drop_relative(o, i);
  o.issued = isa::issued(i);
  if (o.issued) std::ranges::copy_if(o.accesses, std::back_inserter(o.fills), &RegisterAccess::writes);
  for (const isa::Counter c : isa::kCounters) o.waits[std::size_t(c)] = isa::allowed(i, c);
  o.takes_half = may_take_half(i);
  o.crosses_lanes = isa::crosses_lanes(i);
  o.vector = is_vector(i);
  o.vector_alu = i.mnemonic.starts_with("v_");
  o.exec = exec_change(i, width);
  o.writes_m0 = std::ranges::any_of(o.accesses, [](const RegisterAccess& a) {
    return a.writes() && a.overlaps({File::scalar, Role::destination, isa::scalar::kM0, 1});
  });
  if (const auto* m = operation_of<Memory>(i)) describe_memory(o, i, *m);
  if (const auto* copy = operation_of<isa::TensorCopy>(i))
    (copy->access == isa::Access::load ? o.to_lds : o.reads_lds) = true;
  if (const auto* c = operation_of<Control>(i)) describe_control(o, i, *c);
  if (const auto* c = operation_of<isa::CrossLane>(i)) o.relative = o.unfollowed = isa::is_relative(*c);
  o.forgets = (i.semantics == nullptr || !i.unreadable.empty() || i.modifiers.gds) && may_count(i);
  return o;
}

std::string why_undecided(const Instruction& i) {
  if (!i.unreadable.empty()) return i.unreadable;
  if (i.semantics == nullptr) return "nothing is known of this instruction";
  if (i.modifiers.gds) return "global data share is not modelled";
  const Control* const what = operation_of<Control>(i);
  if (what == nullptr) return {};
  switch (*what) {
    case Control::move_from_relative:
    case Control::move_to_relative:
      return "a scalar register is chosen by an index";
    default:
      return {};
  }
}

/// Whether vector instructions are skipped, for fixed_point.
class Skipping {
 public:
  using State = Skip;
  explicit Skipping(Operations code) : code_(code) {}
  static State entry() { return Skip::no; }
  static State resumed() { return Skip::no; }
  static std::size_t size(State) { return 1; }
  void step(State& state, std::uint32_t i) const { state = code_[i].skip.value_or(state); }
  static bool join(State& into, State from) {
    if (into == from || into == Skip::perhaps) return false;
    into = Skip::perhaps;
    return true;
  }

 private:
  Operations code_;
};

// Leaves out what an operation does to LDS: nothing is said behind it, nor of what it would have written.
void leave_out(Operation& o) {
  o.perhaps_skipped = true;
  o.fills_lds |= o.to_lds || o.reads_lds;
  o.to_lds = o.reads_lds = o.takes_m0_as_address = false;
}

/// gfx1250: MODE's banks before each instruction, where all paths agree.
class Banking {
 public:
  struct State {
    isa::Banks banks = 0;
    bool is_known = true;  ///< else `banks` is 0; no std::optional: g++ 12 takes its value for uninitialised
    bool behind_literal = false;  ///< directly behind one that was written to MODE
  };
  explicit Banking(const isa::Program& program) : program_(program) {}
  static State entry() { return {}; }
  static State resumed() { return {0, false, false}; }
  static std::size_t size(const State&) { return 1; }

  void step(State& state, std::uint32_t at) const {
    constexpr std::int64_t kMode = 1, kFirst = 12, kEnd = 20;
    const Instruction& i = program_.instructions[at];
    const Control* const what = operation_of<Control>(i);
    const bool dropped = std::exchange(state.behind_literal, false);
    if (what == nullptr) return;
    if (*what == Control::vgpr_banks && !dropped) set(state, isa::banks_of_immediate(i.immediate()->integer));
    if (i.modifiers.offset != kMode) return;
    if (*what == Control::setreg_immediate) {
      const auto literal = std::uint32_t(isa::constant_bits(*i.source(0), isa::Type::u32));
      set(state, isa::Banks(literal >> kFirst));
      state.behind_literal = true;
    }
    const auto first = std::int64_t(i.modifiers.offset0), end = first + std::int64_t(i.modifiers.offset1);
    if (*what == Control::setreg && first < kEnd && end > kFirst) forget(state);
  }
  static bool join(State& into, const State& from) {
    const bool banks = into.is_known && (!from.is_known || into.banks != from.banks),
               literal = into.behind_literal && !from.behind_literal;
    if (banks) forget(into);
    into.behind_literal &= from.behind_literal;
    return banks || literal;
  }

 private:
  static void set(State& state, isa::Banks banks) { state.banks = banks, state.is_known = true; }
  static void forget(State& state) { state.banks = 0, state.is_known = false; }

  const isa::Program& program_;
};

}  // namespace

RegisterAccess unified(RegisterAccess a, int accum_offset) {
  if (a.file != File::accumulator) return a;
  a.file = File::vector;
  a.first = std::uint16_t(a.first + accum_offset);
  return a;
}

OperationTable::OperationTable(const ControlFlow& flow) {
  if (flow.blocks.empty()) return;
  first_ = std::ranges::min(flow.blocks, {}, &Block::first).first;
  all_.resize(std::ranges::max(flow.blocks, {}, &Block::last).last - first_ + 1);
}

OperationTable operations(const isa::Program& program, const ControlFlow& flow, int accum_offset) {
  OperationTable all(flow);
  if (program.arch->has(arch::Feature::vgpr_banks)) {
    for_each_instruction(flow, Banking(program), [&](const Banking::State& state, std::uint32_t i) {
      const Instruction& line = program.instructions[i];
      const bool moves = (!state.is_known || state.banks != 0) && isa::names_vectors(line);
      all[i] = describe(moves && state.is_known ? isa::in_banks(line, state.banks) : line, program.width,
                        accum_offset);
      if (!moves || state.is_known) return;
      all[i].accesses.clear();
      all[i].fills.clear();
      all[i].forgets = true;
    });
    return all;
  }
  bool skips = false;
  for_each_reached(flow, [&](std::uint32_t i) {
    all[i] = describe(program.instructions[i], program.width, accum_offset);
    skips |= all[i].skip.value_or(Skip::no) != Skip::no;
  });
  if (skips)
    for_each_instruction(flow, Skipping(all), [&](Skip skip, std::uint32_t i) {
      if (skip != Skip::no && all[i].vector) leave_out(all[i]);
    });
  return all;
}

std::vector<Undecided> undecided(const isa::Program& program, const ControlFlow& flow) {
  std::vector<Undecided> all = flow.undecided;
  for_each_reached(flow, [&](std::uint32_t i) {
    const bool said = std::ranges::find(all, i, &Undecided::instruction) != all.end();
    if (std::string why = why_undecided(program.instructions[i]); !why.empty() && !said)
      all.push_back({i, std::move(why)});
  });
  std::ranges::sort(all, {}, [](const Undecided& u) { return std::tie(u.instruction, u.why); });
  return all;
}

}  // namespace lockstep::lint
