#include "emulator/lint/outstanding.hpp"

namespace lockstep::lint {

namespace {

using isa::Counter;
using isa::File;
using isa::RegisterAccess;
using OnLgkm = isa::Issued::OnLgkm;

/// Operations of a counter are done once no more than `allowed` of them are outstanding.
void wait_for(std::vector<OnItsWay>& all, Operations code, Counter counter, int allowed) {
  std::erase_if(all, [&](const OnItsWay& o) {
    const isa::Issued& issued = *code[o.instruction].issued;
    return issued.counter == counter && isa::covered(issued, o.younger, allowed);
  });
}

void issue(std::vector<OnItsWay>& all, Operations code, Counter counter, int weight, bool ordered,
           const arch::Arch& arch) {
  wait_for(all, code, counter, isa::most_outstanding(counter, arch) - weight);
  if (!ordered) return;
  for (OnItsWay& o : all)
    if (code[o.instruction].issued->counter == counter) o.younger += weight;
}

/// A load behind another that fills the same register comes later, if both are ordered by one counter. With
/// split counters, loads from memory count in order and write registers in any (LLVM,
/// vmem-write-vgpr-in-order).
bool in_order(const isa::Issued& first, const std::optional<isa::Issued>& second, const arch::Arch& arch) {
  if (first.counter == Counter::vm && arch.has(arch::Feature::split_counters)) return false;
  return second && first.ordered && second->ordered && first.counter == second->counter;
}

RegisterAccess common(const RegisterAccess& a, const RegisterAccess& b) {
  RegisterAccess both = a;
  both.first = std::max(a.first, b.first);
  both.count = std::uint16_t(std::min(a.first + a.count, b.first + b.count) - both.first);
  return both;
}

using Doubt = Meeting::Doubt;

/// What an access may be where vector registers are chosen by an index, of 8 bits or of as many as there are
/// registers.
RegisterAccess reachable(const RegisterAccess& a, const Operation& use, const Indexed& indexed) {
  constexpr std::uint16_t kIndices = 256, kRegisters = 1024;
  const bool moves = a.file == File::vector && use.vector_alu &&
                     (use.relative || (a.writes() ? indexed.destination : indexed.sources));
  RegisterAccess all = a;
  if (moves) all.count = std::uint16_t(a.count + (use.relative ? kRegisters : kIndices) - 1);
  return all;
}

Doubt doubt_of(const RegisterAccess& named, const RegisterAccess& reached, const Operation& use,
               const OnItsWay& o) {
  if (!(named == reached)) return Doubt::index;
  if (o.perhaps) return Doubt::skip;
  if (named.file == File::scalar || use.crosses_lanes || o.lanes != Lanes::unknown) return Doubt::none;
  return Doubt::lanes;
}

/// How `use` meets an operation on its way; none where it does not.
std::optional<Meeting> meet(const Operation& use, const OnItsWay& on_its_way, const Operation& operation,
                            const Indexed& indexed, const arch::Arch& arch) {
  std::optional<Meeting> found;
  for (const RegisterAccess& named : use.accesses) {
    const RegisterAccess a = reachable(named, use, indexed);
    for (const RegisterAccess& filled : operation.fills) {
      if (!a.overlaps(filled) || (a.writes() && in_order(*operation.issued, use.issued, arch))) continue;
      if (a.file == File::vector && operation.fills_half && use.takes_half) continue;
      const Doubt doubt = doubt_of(named, a, use, on_its_way);
      // What is read says more than what is overwritten.
      if (!found || (found->writes && !a.writes()))
        found = Meeting{on_its_way.instruction, common(a, filled), a.writes(), doubt};
    }
  }
  return found;
}

/// Joins what other paths bring; `perhaps` marks what not both bring alike.
bool unite(std::vector<OnItsWay>& into, const std::vector<OnItsWay>& from, bool perhaps) {
  bool changed = false;
  std::size_t n = 0;
  for (const OnItsWay& o : from) {
    while (n < into.size() && into[n].instruction < o.instruction) ++n;
    if (n == into.size() || into[n].instruction != o.instruction) {
      into.insert(into.begin() + std::ptrdiff_t(n), o);
      into[n].perhaps |= perhaps;
      changed = true;
      continue;
    }
    OnItsWay& here = into[n];
    // If two have equally much behind them, the one that is there for certain says more.
    const bool doubtful = here.younger == o.younger  ? here.perhaps && o.perhaps
                          : here.younger < o.younger ? here.perhaps
                                                     : o.perhaps;
    const OnItsWay joined{o.instruction, std::min(here.younger, o.younger), lint::join(here.lanes, o.lanes),
                          doubtful || (perhaps && here.younger != o.younger)};
    changed |= !(joined == here);
    here = joined;
  }
  return changed;
}

}  // namespace

std::vector<Meeting> Outstanding::meetings(const std::vector<OnItsWay>& all, const Indexed& indexed,
                                           std::uint32_t instruction) const {
  std::vector<Meeting> met;
  for (const OnItsWay& o : all)
    if (const auto m = meet(code_[instruction], o, code_[o.instruction], indexed, arch_)) met.push_back(*m);
  return met;
}

std::vector<Meeting> Outstanding::meetings(const State& state, std::uint32_t instruction) const {
  if (state.skips && code_[instruction].vector) return {};
  return meetings(state.operations, state.indexed, instruction);
}

void Outstanding::set_skip(State& state, Skip skip) const {
  if (state.if_skipped) {
    // What only one of them has on its way.
    for (OnItsWay& o : state.operations)
      o.perhaps |= std::ranges::find(*state.if_skipped, o.instruction, &OnItsWay::instruction) ==
                   state.if_skipped->end();
    unite(state.operations, *state.if_skipped, true);
    state.if_skipped.reset();
  }
  state.skips = skip == Skip::yes;
  if (skip == Skip::perhaps) state.if_skipped = state.operations;
}

void Outstanding::step(State& state, std::uint32_t instruction) const {
  const Operation& now = code_[instruction];
  if (now.indexing) state.indexed = *now.indexing;
  if (now.skip) return set_skip(state, *now.skip);
  if (state.if_skipped && !now.vector) step(*state.if_skipped, state.indexed, instruction);
  if (!state.skips || !now.vector) step(state.operations, state.indexed, instruction);
}

void Outstanding::step(std::vector<OnItsWay>& all, const Indexed& indexed, std::uint32_t instruction) const {
  const Operation& now = code_[instruction];
  if (now.forgets) all.clear();
  // Whoever uses a register takes its contents for granted: said once, not of everybody behind.
  if (!all.empty() && !now.accesses.empty())
    for (const Meeting& m : meetings(all, indexed, instruction))
      if (m.doubt == Doubt::none || m.doubt == Doubt::skip)
        std::erase_if(all, [&](const OnItsWay& o) { return o.instruction == m.operation; });
  for (const Counter c : isa::kCounters)
    if (const auto allowed = now.allowed(c)) wait_for(all, code_, c, *allowed);
  if (now.exec != ExecChange::none)
    for (OnItsWay& o : all) o.lanes = after(o.lanes, now.exec);
  if (!now.issued) return;
  issue(all, code_, now.issued->counter, now.issued->weight, now.issued->ordered, arch_);
  if (now.issued->on_lgkm != OnLgkm::no)
    issue(all, code_, Counter::lgkm, 1, now.issued->on_lgkm == OnLgkm::ordered, arch_);
  if (now.fills.empty()) return;
  const auto place = std::ranges::lower_bound(all, instruction, {}, &OnItsWay::instruction);
  if (place != all.end() && place->instruction == instruction)
    *place = {instruction, 0, Lanes::same};
  else
    all.insert(place, {instruction, 0, Lanes::same});
}

std::optional<int> Outstanding::follow(std::uint32_t operation, int younger,
                                       std::uint32_t instruction) const {
  State alone;
  alone.operations.push_back({operation, younger, Lanes::same});
  // A path may skip: what it skips then doesn't end it.
  if (code_[instruction].vector && skips_somewhere_) alone.if_skipped = alone.operations;
  step(alone, instruction);
  std::optional<int> least;
  const auto look = [&](const std::vector<OnItsWay>& all) {
    const auto o = std::ranges::find(all, operation, &OnItsWay::instruction);
    if (o != all.end() && (!least || o->younger < *least)) least = o->younger;
  };
  look(alone.operations);
  if (alone.if_skipped) look(*alone.if_skipped);
  return least;
}

bool Outstanding::join(State& into, const State& from) const {
  bool changed = (from.indexed.sources && !into.indexed.sources) ||
                 (from.indexed.destination && !into.indexed.destination) || (into.skips && !from.skips);
  into.indexed = {into.indexed.sources || from.indexed.sources,
                  into.indexed.destination || from.indexed.destination};
  // Where some paths skip and others don't, both are followed up.
  const auto forks = [](const State& s) { return s.if_skipped.has_value(); };
  if (!forks(into) && (forks(from) || into.skips != from.skips)) {
    into.if_skipped = into.operations;
    changed = true;
  }
  into.skips &= from.skips;
  changed |= unite(into.operations, from.operations, false);
  if (into.if_skipped)
    changed |= unite(*into.if_skipped, from.if_skipped ? *from.if_skipped : from.operations, false);
  return changed;
}

}  // namespace lockstep::lint
