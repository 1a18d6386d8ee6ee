#include "properties/compiler_check/expert_waits.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "emulator/isa/dataflow.hpp"
#include "emulator/lint/expert_order.hpp"

namespace lockstep::compiler_check {

namespace {

using isa::Instruction;
using lint::ExpertFacts;
using lint::ExpertUnit;

bool waits_for_sources(const Instruction& i) {
  return i.mnemonic == "s_wait_alu" &&
         lint::allowed(i, lint::kVmVsrc).value_or(lint::kMostReadsUnderWay) < lint::kMostReadsUnderWay;
}

/// Whether two instructions use a vector register that one of them writes.
bool meet(const std::vector<isa::RegisterAccess>& some, const std::vector<isa::RegisterAccess>& others) {
  return std::ranges::any_of(some, [&](const isa::RegisterAccess& a) {
    return a.file == isa::File::vector && std::ranges::any_of(others, [&](const isa::RegisterAccess& o) {
             return (a.writes() || o.writes()) && o.overlaps(a);
           });
  });
}

/// What LLVM places to keep two vector instructions apart: v_nop, or the move of a register to itself.
bool is_spacer(const Instruction& i) {
  if (i.mnemonic == "v_nop") return true;
  if (i.mnemonic != "v_mov_b32" || i.modifiers.dpp) return false;
  std::optional<int> to, from;
  for (const isa::RegisterAccess& a : isa::dataflow(i, isa::WaveWidth::lanes32))
    if (a.file == isa::File::vector) (a.writes() ? to : from) = a.first;
  return from && to == from;
}

bool stands_before_a_user(const Instruction& i) {
  return i.mnemonic.starts_with("s_") || is_spacer(i);
}

/// The first instruction behind the wait or spacer that is neither; nullptr: there is none.
const Instruction* next_user(const Removed& r) {
  int ahead = 1;
  while (r.at(ahead) != nullptr && stands_before_a_user(*r.at(ahead))) ++ahead;
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
  std::map<lint::ExpertKind, int> younger;
  bool any = false;
  for (int back = -1; const Instruction* i = r.at(back); --back) {
    if (i->mnemonic == "s_endpgm" || lint::allowed(*i, lint::kVmVsrc) == 0) break;
    for (const isa::Counter c : isa::kCounters)
      if (isa::allowed(*i, c)) waited.insert(c);
    const ExpertFacts f = lint::expert_facts(*i);
    if (f.unit != ExpertUnit::memory) continue;
    const bool is_full = younger[f.kind]++ >= lint::kMostReadsUnderWay;
    if (!std::ranges::any_of(isa::dataflow(*i, r.program.width), meets)) continue;
    if (!is_full && (!f.issued || !waited.contains(f.issued->counter))) return false;
    any = true;
  }
  return any;
}

bool miscounts_vector_instructions(const Removed& r) {
  const Instruction* next = next_user(r);
  const auto n = lint::allowed(*r.at(), lint::kVaVdst);
  if (r.at()->mnemonic != "s_wait_alu" || !n || next == nullptr) return false;
  const auto used = isa::dataflow(*next, r.program.width);
  int younger = 0, spacers = 0, copies = 0;  // LLVM counts copies into LDS, too: #203292
  for (int back = -1; const Instruction* i = r.at(back); --back) {
    if (i->mnemonic == "s_endpgm" || lint::allowed(*i, lint::kVaVdst) == 0) break;
    if (i->mnemonic.starts_with("global_load_async")) ++copies;
    if (lint::expert_unit(*i) != ExpertUnit::vector) continue;
    const bool miscounted = spacers > 0 || younger >= lint::kMostWritesUnderWay;
    if (miscounted && std::min(younger - spacers + copies, lint::kMostWritesUnderWay - 1) == *n &&
        meet(isa::dataflow(*i, r.program.width), used))
      return true;
    ++younger;
    if (is_spacer(*i)) ++spacers;
  }
  return false;
}

bool overlooks_a_later_reader(const Removed& r) {
  const Instruction* next = next_user(r);
  const auto n = lint::allowed(*r.at(), lint::kVaVdst);
  if (r.at()->mnemonic != "s_wait_alu" || !n || next == nullptr) return false;
  std::vector<isa::RegisterAccess> overwritten, read;
  for (const isa::RegisterAccess& a : isa::dataflow(*next, r.program.width))
    if (a.writes()) overwritten.push_back(a);
  for (int back = -1; const Instruction* i = r.at(back); --back) {
    if (i->mnemonic == "s_endpgm" || lint::allowed(*i, lint::kVaVdst) == 0) break;
    if (lint::expert_unit(*i) != ExpertUnit::vector) continue;
    const auto used = isa::dataflow(*i, r.program.width);
    if (std::ranges::any_of(used, &isa::RegisterAccess::writes) && meet(used, read) &&
        meet(used, overwritten))
      return true;
    for (const isa::RegisterAccess& a : used)
      if (!a.writes()) read.push_back(a);
  }
  return false;
}

bool keeps_mode_apart_from_nothing(const Removed& r) {
  int write = 1, nops = 0;
  while (r.at(write) != nullptr && r.at(write)->mnemonic == "v_nop") ++write;
  if (r.at()->mnemonic != "v_nop" || r.at(write) == nullptr ||
      r.at(write)->mnemonic.find("s_setreg") == std::string::npos)
    return false;
  for (int back = write - 1; const Instruction* i = r.at(back); --back) {
    if (i->mnemonic == "v_nop")
      ++nops;
    else if (lint::expert_unit(*i) == ExpertUnit::vector)
      break;
  }
  constexpr int kNeeded = 2;
  return nops > kNeeded;
}

bool overlooks_that_all_are_done(const Removed& r) {
  constexpr int kMostKeptApart = 9;  // vector instructions that LLVM asks for, at most
  const Instruction* next = next_user(r);
  if (r.at()->mnemonic != "v_nop" || next == nullptr) return false;
  const auto used = isa::dataflow(*next, r.program.width);
  bool done = false;
  int between = 0;
  for (int back = -1; const Instruction* i = r.at(back); --back) {
    done |= lint::allowed(*i, lint::kVaVdst) == 0;
    const ExpertFacts f = lint::expert_facts(*i);
    if (f.unit != ExpertUnit::vector) continue;
    const bool is_slow = f.kind == lint::ExpertKind::matrix || f.kind == lint::ExpertKind::transcendental;
    if (done && is_slow && meet(isa::dataflow(*i, r.program.width), used)) return true;
    if (++between == kMostKeptApart) break;
  }
  return false;
}

bool other_wait_stands_for_vm_vsrc(const findings::Finding& f, const isa::Program& program) {
  constexpr std::string_view kField = "vm_vsrc(";
  const std::size_t at = f.needed.find(kField);
  if (at == std::string::npos) return false;
  const int needed = f.needed[at + kField.size()] - '0';  // at most 7
  for (std::uint32_t i = f.index; i > 0;) {
    const Instruction& before = program.instructions[--i];
    if (!stands_before_a_user(before)) return false;
    for (const isa::Counter c : {isa::Counter::vm, isa::Counter::store, isa::Counter::lgkm})
      if (isa::allowed(before, c).value_or(needed + 1) <= needed) return true;
  }
  return false;
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
