#include "properties/compiler_check/expert_waits.hpp"

#include <algorithm>
#include <set>

#include "emulator/isa/dataflow.hpp"
#include "emulator/lint/expert_order.hpp"
#include "emulator/lint/wait_alu.hpp"

namespace lockstep::compiler_check {

namespace {

using isa::Instruction;
using lint::ExpertFacts;
using lint::ExpertUnit;

bool waits_for_sources(const Instruction& i) {
  return i.mnemonic == "s_wait_alu" &&
         lint::allowed(i, lint::kVmVsrc).value_or(lint::kMostReadsUnderWay) < lint::kMostReadsUnderWay;
}

/// The first instruction behind the wait that is none; nullptr: there is none.
const Instruction* next_user(const Removed& r) {
  int ahead = 1;
  while (r.at(ahead) != nullptr && r.at(ahead)->mnemonic.starts_with("s_")) ++ahead;
  return r.at(ahead);
}

}  // namespace

bool waits_for_other_kinds(const Removed& r) {
  const bool vector = r.mutant.counter == "va_vdst";
  if (!vector && r.mutant.counter != "vm_vsrc") return false;
  std::set<lint::ExpertKind> kinds;
  for (int back = -1; const Instruction* i = r.at(back); --back) {
    if (i->mnemonic == "s_endpgm" || lint::allowed(*i, vector ? lint::kVaVdst : lint::kVmVsrc) == 0) break;
    const ExpertFacts f = lint::expert_facts(*i);
    if (f.unit == (vector ? ExpertUnit::vector : ExpertUnit::memory)) kinds.insert(f.kind);
  }
  return kinds.size() > 1;
}

bool orders_memory_operations(const Removed& r) {
  const Instruction* next = next_user(r);
  return waits_for_sources(*r.at()) && next != nullptr && lint::expert_unit(*next) == ExpertUnit::memory;
}

bool overlooks_other_counters(const Removed& r) {
  const Instruction* next = next_user(r);
  if (!waits_for_sources(*r.at()) || next == nullptr) return false;
  const auto written = isa::dataflow(*next, r.program.width);
  const auto meets = [&](const isa::RegisterAccess& read) {
    return !read.writes() && std::ranges::any_of(written, [&](const isa::RegisterAccess& a) {
      return a.writes() && a.file == isa::File::vector && a.overlaps(read);
    });
  };
  std::set<isa::Counter> waited;
  bool any = false;
  for (int back = -1; const Instruction* i = r.at(back); --back) {
    if (i->mnemonic == "s_endpgm" || lint::allowed(*i, lint::kVmVsrc) == 0) break;
    for (const isa::Counter c : isa::kCounters)
      if (isa::allowed(*i, c)) waited.insert(c);
    const ExpertFacts f = lint::expert_facts(*i);
    if (f.unit != ExpertUnit::memory || !std::ranges::any_of(isa::dataflow(*i, r.program.width), meets))
      continue;
    if (!f.issued || !waited.contains(f.issued->counter)) return false;
    any = true;
  }
  return any;
}

bool copy_counts_as_vector(const findings::Finding& f, const isa::Program& program) {
  const std::int32_t first = program.at(f.other_address);
  if (f.needed.find("va_vdst") == std::string::npos || f.other_address == 0 || first < 0) return false;
  for (auto i = std::uint32_t(first); i < f.index; ++i)
    if (program.instructions[i].mnemonic.starts_with("global_load_async")) return true;
  return false;
}

bool load_over_source(const findings::Finding& f, const isa::Program&) {
  return f.needed.find("va_vdst") != std::string::npos && f.text.starts_with("overwrites") &&
         f.text.find(" reads, ") != std::string::npos;
}

}  // namespace lockstep::compiler_check
