#include "explain.hpp"

#include <fmt/format.h>

#include <set>

#include "emulator/isa/semantics.hpp"

namespace lockstep::mutation {

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

bool is_store(const isa::Instruction& i) {
  const auto* m = i.semantics != nullptr ? std::get_if<isa::Memory>(&i.semantics->operation) : nullptr;
  return m == nullptr || m->access == isa::Access::store;
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

std::string explain_wait(const Survivor& s) {
  const Postponed p = postponed(s);
  if (p.operations.empty()) return "never has anything to wait for: whatever it counts is complete already";
  if (p.covers.empty()) return {};
  const std::string covered =
      fmt::format("{} waited for by {}, before it is used", p.operations.size() == 1 ? "is" : "are",
                  list(*s.program, p.covers));
  if (p.only_stores)
    return fmt::format("only stores ({}): nothing in this launch reads them; {}",
                       list(*s.program, p.operations), covered.substr(0, covered.find(", before")));
  return fmt::format("covered: {} {}", list(*s.program, p.operations), covered);
}

}  // namespace

std::string explain(const Survivor& s) {
  switch (s.mutant->kind) {
    case Kind::drop_wait:
    case Kind::weaken_vmcnt:
    case Kind::weaken_lgkmcnt:
      return s.original != nullptr && s.mutated != nullptr ? explain_wait(s) : std::string();
    case Kind::drop_barrier:
      return s.single_wave ? "a workgroup is one wave"
                           : "no two waves use the same bytes, one writing, between the barriers around it";
    case Kind::drop_nop:
    case Kind::weaken_nop:
      return s.needed_elsewhere ? "needed only on a path that these cases don't take"
                                : "no rule of the table of wait states needs it on any path";
  }
  return {};
}

}  // namespace lockstep::mutation
