#include "emulator/lint/operations.hpp"

#include <algorithm>
#include <tuple>

#include "emulator/isa/semantics.hpp"

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
  o.to_lds = m.to_lds || i.modifiers.lds;
  o.reads_lds = lds && m.access == isa::Access::load;
  o.fills_lds = (lds || m.space == Memory::Space::flat) && m.access != isa::Access::load;
  o.takes_m0_as_address = o.to_lds || m.thread_address;
}

void describe_control(Operation& o, Control what) {
  o.is_barrier = what == Control::barrier;
  if (what == Control::gpr_index_on || what == Control::gpr_index_mode) o.indexing = Operation::Indexing::on;
  o.unfollowed = what >= Control::vector_skip && what <= Control::move_to_relative;
  if (what == Control::gpr_index_off) o.indexing = Operation::Indexing::off;
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
  o.vmcnt = isa::allowed(i, isa::Counter::vm);
  o.lgkmcnt = isa::allowed(i, isa::Counter::lgkm);
  o.takes_half = may_take_half(i);
  o.crosses_lanes = isa::crosses_lanes(i);
  o.vector_alu = i.mnemonic.starts_with("v_");
  o.exec = exec_change(i, width);
  o.writes_m0 = std::ranges::any_of(o.accesses, [](const RegisterAccess& a) {
    return a.writes() && a.overlaps({File::scalar, Role::destination, isa::scalar::kM0, 1});
  });
  if (const auto* m = operation_of<Memory>(i)) describe_memory(o, i, *m);
  if (const auto* c = operation_of<Control>(i)) describe_control(o, *c);
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
    case Control::gpr_index_on:
    case Control::gpr_index_mode:
      return "vector registers are chosen by an index from here on";
    case Control::move_from_relative:
    case Control::move_to_relative:
      return "a scalar register is chosen by an index";
    case Control::vector_skip:
      return "whether vector instructions are executed from here on depends on a value";
    default:
      return {};
  }
}

template <typename Visit>
void for_each_reached(const ControlFlow& flow, Visit visit) {
  for (const Block& b : flow.blocks)
    for (std::uint32_t i = b.first; i <= b.last; ++i) visit(i);
}

}  // namespace

RegisterAccess unified(RegisterAccess a, int accum_offset) {
  if (a.file != File::accumulator) return a;
  a.file = File::vector;
  a.first = std::uint16_t(a.first + accum_offset);
  return a;
}

std::vector<Operation> operations(const isa::Program& program, const ControlFlow& flow, int accum_offset) {
  std::vector<Operation> all(program.instructions.size());
  for_each_reached(flow, [&](std::uint32_t i) {
    all[i] = describe(program.instructions[i], program.width, accum_offset);
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
