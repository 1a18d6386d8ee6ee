#include "properties/wait_mutation/explain.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "emulator/isa/semantics.hpp"

namespace lockstep::wait_mutation {

namespace {

using Kind = CodeMutant::Kind;

std::uint64_t at(const RetireLog& log, std::uint32_t operation, std::uint32_t where) {
  const auto counts = log.counts().find(operation);
  if (counts == log.counts().end()) return 0;
  const auto n = counts->second.find(where);
  return n == counts->second.end() ? 0 : n->second;
}

std::string named(const isa::Program& program, std::uint32_t i) {
  return fmt::format("{} @{:#x}", program.instructions[i].text, program.instructions[i].address);
}

// Whether it stores to device memory.
bool is_store(const isa::Instruction& i) {
  if (i.semantics == nullptr) return false;
  if (const auto* copy = std::get_if<isa::TensorCopy>(&i.semantics->operation))
    return copy->access == isa::Access::store;
  const auto* m = std::get_if<isa::Memory>(&i.semantics->operation);
  return m != nullptr && m->access == isa::Access::store && m->space != isa::Memory::Space::lds;
}

// Operations that the original waits for here and the mutant does not, and where the mutant waits for them.
struct Postponed {
  std::set<std::uint32_t> operations, covers;
  bool only_stores = true;
};

Postponed postponed(const Survivor& s) {
  Postponed p;
  const std::uint32_t wait = s.mutant->instruction;
  for (const auto& [operation, counts] : s.original->counts()) {
    if (at(*s.original, operation, wait) <= at(*s.mutated, operation, wait)) continue;
    p.operations.insert(operation);
    p.only_stores &= is_store(s.program->instructions[operation]);
    const auto later = s.mutated->counts().find(operation);
    if (later == s.mutated->counts().end()) continue;
    for (const auto& [where, n] : later->second)
      if (n > at(*s.original, operation, where)) p.covers.insert(where);
  }
  return p;
}

std::string list(const isa::Program& program, const std::set<std::uint32_t>& all) {
  std::string text;
  int n = 0;
  for (const std::uint32_t i : all) {
    if (++n > 2) return text + fmt::format(" and {} more", all.size() - 2);
    text += (text.empty() ? "" : ", ") + named(program, i);
  }
  return text;
}

std::optional<Explanation> explain_wait(const Survivor& s) {
  const Postponed p = postponed(s);
  if (p.operations.empty())
    return Explanation{Rule::nothing_outstanding,
                       "never has anything to wait for: whatever it counts is complete already"};
  // The check of waits sees registers used too early; bytes of LDS that a copy fills, and those that other
  // waves use, are accounted for here.
  if (p.covers.empty() || s.uses->before_copy() || s.uses->shared()) return std::nullopt;
  const std::string operations = list(*s.program, p.operations), covers = list(*s.program, p.covers);
  const char* are = p.operations.size() == 1 ? "is" : "are";
  if (p.only_stores &&
      std::ranges::none_of(p.operations, [&](auto i) { return s.uses->loaded().contains(i); }))
    return Explanation{Rule::only_stores,
                       fmt::format("only stores ({}): nothing loads what they wrote; {} waited for by {}",
                                   operations, are, covers)};
  return Explanation{Rule::covered, fmt::format("covered: {} {} waited for by {}, before it is used",
                                                operations, are, covers)};
}

/// The barrier's number, which gfx1250's instructions name; the one barrier of other archs has none.
bool is_of_cluster(const isa::Instruction& barrier) {
  const isa::Operand* const which = barrier.source(0);
  return which != nullptr && which->kind == isa::Operand::Kind::constant &&
         std::int16_t(which->integer) == machine::kClusterBarrier;
}

std::optional<Explanation> explain_barrier(const Survivor& s) {
  if (is_of_cluster(s.program->instructions[s.mutant->instruction])) {
    if (s.uses == nullptr || s.uses->shared_in_cluster()) return std::nullopt;
    return Explanation{
        Rule::nothing_shared,
        "no two workgroups use the same bytes, one writing, between the cluster's barriers around it"};
  }
  if (s.single_wave) return Explanation{Rule::one_wave, "a workgroup is one wave"};
  if (s.uses == nullptr || s.uses->shared()) return std::nullopt;
  return Explanation{Rule::nothing_shared,
                     "no two waves use the same bytes, one writing, between the barriers around it"};
}

Explanation explain_nop(const Survivor& s) {
  if (s.needed_elsewhere) return {Rule::other_path, "needed only on a path that these cases don't take"};
  if (s.needed_later)
    return {Rule::still_before, fmt::format("behind {} it still comes before what needs it",
                                            named(*s.program, s.mutant->instruction + 1))};
  return {Rule::no_pair, "no rule of the table of wait states needs it on any path"};
}

// Vector instructions that stand between, and s_wait_alu: lint has the rules.
Explanation explain_order(const Survivor& s) {
  if (s.needed_elsewhere) return {Rule::other_path, "needed only on a path that these cases don't take"};
  return {Rule::no_pair, "no rule that lint knows needs it on any path"};
}

}  // namespace

const char* name(Rule rule) {
  constexpr std::array<const char*, kRules> kNames{
      "nothing to wait for", "covered", "only stores", "one wave",   "nothing shared",
      "still before",        "no rule", "other path",  "only replay"};
  return kNames[std::size_t(rule)];
}

std::optional<Explanation> explain(const Survivor& s) {
  switch (shows(*s.mutant, *s.program)) {
    case Shows::by_wait_states:
      return explain_nop(s);
    case Shows::to_lint:
      return explain_order(s);
    case Shows::nowhere:
      return Explanation{Rule::only_replay,
                         "needed only where an access is replayed under XNACK, which is not modelled"};
    case Shows::in_runs:
      break;
  }
  const bool wait = s.mutant->kind == Kind::drop_wait || s.mutant->kind == Kind::weaken_wait;
  return wait ? explain_wait(s) : explain_barrier(s);
}

}  // namespace lockstep::wait_mutation
