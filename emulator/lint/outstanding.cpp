#include "emulator/lint/outstanding.hpp"

#include <algorithm>

namespace lockstep::lint {

namespace {

using isa::Counter;
using isa::File;
using isa::RegisterAccess;

/// Operations of a counter are done once no more than `allowed` of them are outstanding.
void wait_for(std::vector<OnItsWay>& all, std::span<const Operation> code, Counter counter, int allowed) {
  std::erase_if(all, [&](const OnItsWay& o) {
    const isa::Issued& issued = *code[o.instruction].issued;
    return issued.counter == counter && isa::covered(issued, o.younger, allowed);
  });
}

void issue(std::vector<OnItsWay>& all, std::span<const Operation> code, Counter counter, int weight,
           bool ordered) {
  wait_for(all, code, counter, isa::most_outstanding(counter) - weight);
  if (!ordered) return;
  for (OnItsWay& o : all)
    if (code[o.instruction].issued->counter == counter) o.younger += weight;
}

/// A load behind another that fills the same register comes later, if both are ordered by one counter.
bool in_order(const isa::Issued& first, const std::optional<isa::Issued>& second) {
  return second && first.ordered && second->ordered && first.counter == second->counter;
}

RegisterAccess common(const RegisterAccess& a, const RegisterAccess& b) {
  RegisterAccess both = a;
  both.first = std::max(a.first, b.first);
  both.count = std::uint16_t(std::min(a.first + a.count, b.first + b.count) - both.first);
  return both;
}

/// How `use` meets an operation on its way; none where it does not.
std::optional<Meeting> meet(const Operation& use, const OnItsWay& on_its_way, const Operation& operation,
                            bool indexed) {
  std::optional<Meeting> found;
  for (const RegisterAccess& a : use.accesses)
    for (const RegisterAccess& filled : operation.fills) {
      if (!a.overlaps(filled) || (a.writes() && in_order(*operation.issued, use.issued))) continue;
      if (a.file == File::vector && ((indexed && use.vector_alu) || (operation.fills_half && use.takes_half)))
        continue;
      const bool certain = a.file == File::scalar || use.crosses_lanes || on_its_way.lanes != Lanes::unknown;
      // What is read says more than what is overwritten.
      if (!found || (found->writes && !a.writes()))
        found = Meeting{on_its_way.instruction, common(a, filled), a.writes(), certain};
    }
  return found;
}

}  // namespace

std::vector<Meeting> Outstanding::meetings(const State& state, std::uint32_t instruction) const {
  std::vector<Meeting> all;
  for (const OnItsWay& o : state.operations)
    if (const auto m = meet(code_[instruction], o, code_[o.instruction], state.indexed)) all.push_back(*m);
  return all;
}

void Outstanding::step(State& state, std::uint32_t instruction) const {
  const Operation& now = code_[instruction];
  auto& all = state.operations;
  if (now.forgets) all.clear();
  if (now.indexing != Operation::Indexing::keeps) state.indexed = now.indexing == Operation::Indexing::on;
  // Whoever uses a register takes its contents for granted: said once, not of everybody behind.
  if (!all.empty() && !now.accesses.empty())
    for (const Meeting& m : meetings(state, instruction))
      if (m.certain) std::erase_if(all, [&](const OnItsWay& o) { return o.instruction == m.operation; });
  for (const Counter c : {Counter::vm, Counter::lgkm})
    if (const auto allowed = now.allowed(c)) wait_for(all, code_, c, *allowed);
  if (now.exec != ExecChange::none)
    for (OnItsWay& o : all) o.lanes = after(o.lanes, now.exec);
  if (!now.issued) return;
  issue(all, code_, now.issued->counter, now.issued->weight, now.issued->ordered);
  if (now.issued->also_lgkm) issue(all, code_, Counter::lgkm, 1, false);
  if (now.fills.empty()) return;
  const auto place = std::ranges::lower_bound(all, instruction, {}, &OnItsWay::instruction);
  if (place != all.end() && place->instruction == instruction)
    *place = {instruction, 0, Lanes::same};
  else
    all.insert(place, {instruction, 0, Lanes::same});
}

std::optional<int> Outstanding::follow(std::uint32_t operation, int younger,
                                       std::uint32_t instruction) const {
  State alone{{{operation, younger, Lanes::same}}, false};
  step(alone, instruction);
  const auto o = std::ranges::find(alone.operations, operation, &OnItsWay::instruction);
  return o == alone.operations.end() ? std::nullopt : std::optional(o->younger);
}

bool Outstanding::join(State& into, const State& from) const {
  bool changed = from.indexed && !into.indexed;
  into.indexed |= from.indexed;
  std::size_t n = 0;
  for (const OnItsWay& o : from.operations) {
    while (n < into.operations.size() && into.operations[n].instruction < o.instruction) ++n;
    if (n == into.operations.size() || into.operations[n].instruction != o.instruction) {
      into.operations.insert(into.operations.begin() + std::ptrdiff_t(n), o);
      changed = true;
      continue;
    }
    OnItsWay& here = into.operations[n];
    const OnItsWay joined{o.instruction, std::min(here.younger, o.younger), lint::join(here.lanes, o.lanes)};
    changed |= !(joined == here);
    here = joined;
  }
  return changed;
}

}  // namespace lockstep::lint
