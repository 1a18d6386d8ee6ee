#include "properties/compiler_check/caution.hpp"

#include <algorithm>

#include "emulator/isa/changes.hpp"
#include "emulator/isa/counters.hpp"
#include "emulator/isa/wait_states.hpp"

namespace lockstep::compiler_check {

namespace {

using isa::Counter;
using isa::Instruction;

constexpr int kWindow = 24;  ///< the longest rule of wait states ends before

bool is_nop(const Removed& r) {
  return r.at()->mnemonic == "s_nop";
}

bool counts(const Instruction* i, Counter counter) {
  const auto issued = i == nullptr || i->semantics == nullptr ? std::nullopt : isa::issued(*i);
  return issued && issued->counter == counter;
}

bool is_memory(const Instruction* i) {
  return i != nullptr && i->semantics != nullptr && isa::issued(*i).has_value();
}

bool only_for_replay(const Removed& r) {
  return r.at()->mnemonic == "s_wait_xcnt";
}

bool breaks_a_clause(const Removed& r) {
  return is_nop(r) && is_memory(r.at(-1)) && is_memory(r.at(1));
}

bool loads_several_dwords(const Removed& r) {
  const Counter counter = r.mutant.counter == "kmcnt" ? Counter::km : Counter::lgkm;
  if (r.mutant.counter != isa::name(counter) || isa::allowed(*r.at(), counter) != 0) return false;
  bool any = false;
  for (int back = -1; const Instruction* i = r.at(back); --back) {
    if (isa::allowed(*i, counter) == 0) break;
    if (!counts(i, counter)) continue;
    if (isa::issued(*i)->weight < 2) return false;
    any = true;
  }
  return any;
}

bool orders_lds_results(const Removed& r) {
  return isa::allowed(*r.at(), Counter::lgkm) && counts(r.at(1), Counter::lgkm) &&
         isa::issued(*r.at(1))->ordered;
}

bool dpp_keeps_a_register(const Removed& r) {
  return is_nop(r) && r.at(1) != nullptr && r.at(1)->modifiers.dpp.has_value();
}

/// Whether the pair is too close once an instruction between the two that waits for the matrix pipe is gone.
bool matrix_instruction_between(const Removed& r) {
  if (!is_nop(r)) return false;
  const auto wait = std::int64_t(r.mutant.instruction);
  for (int back = -1; back > -kWindow; --back) {
    const Instruction* i = r.at(back);
    if (i == nullptr || i->semantics == nullptr || !isa::timing(*i, r.program).waits_for_pipe()) continue;
    const auto between = std::uint32_t(wait + back);
    const auto spans = [&](const isa::TooClose& pair) {
      return pair.producer < between && pair.consumer > std::uint32_t(wait);
    };
    const isa::WaitStates with = isa::too_close(isa::without(r.program, between));
    const isa::WaitStates without = isa::too_close(isa::without(r.mutated, between));
    if (std::ranges::count_if(without.pairs, spans) > std::ranges::count_if(with.pairs, spans)) return true;
  }
  return false;
}

constexpr Caution kCautions[] = {
    {"s_wait_xcnt", "any", only_for_replay,
     "it matters where an access is replayed under XNACK, which is not modelled",
     "LLVM 22, SIInsertWaitcnts"},
    {"s_nop", "between two memory operations", breaks_a_clause,
     "it ends a clause, which is replayed as a whole under XNACK", "LLVM 22, checkSoftClauseHazards"},
    {"lgkmcnt(0) + 1, kmcnt(0) + 1", "all that is outstanding are scalar loads of several dwords",
     loads_several_dwords, "each counts twice, so 1 is as good as 0", "CDNA3 ISA, LGKM_CNT"},
    {"lgkmcnt", "before an LDS operation", orders_lds_results,
     "LDS operations return in order; LLVM makes that exception for vector memory only",
     "CDNA3 ISA, LGKM_CNT"},
    {"s_nop", "before DPP", dpp_keeps_a_register,
     "only src0 crosses lanes; LLVM keeps all registers that the instruction reads",
     "CDNA3 ISA, DPP; shipping kernels"},
    {"s_nop", "a matrix instruction stands between the two", matrix_instruction_between,
     "it waits for the pipe; LLVM counts it as one wait state", "LLVM SISchedule.td; shipping kernels"},
};

/// The instructions between the two of a finding.
template <typename Is>
bool between(const findings::Finding& f, const isa::Program& program, Is is) {
  const std::int32_t first = program.at(f.other_address);
  if (f.other_address == 0 || first < 0) return false;
  for (auto i = std::uint32_t(first); i < f.index; ++i)
    if (is(program.instructions[i])) return true;
  return false;
}

bool lds_dma_on_lgkmcnt(const findings::Finding& f, const isa::Program& program) {
  return f.needed.find("lgkmcnt") != std::string::npos &&
         between(f, program, [](const Instruction& i) { return i.mnemonic.starts_with("global_load_lds"); });
}

bool vm_vsrc_by_other_wait(const findings::Finding& f, const isa::Program& program) {
  const std::int32_t producer = program.at(f.other_address);
  if (f.needed.find("vm_vsrc") == std::string::npos || producer < 0) return false;
  const Instruction& memory = program.instructions[std::size_t(producer)];
  return is_memory(&memory) && between(f, program, [&](const Instruction& i) {
           return i.mnemonic.starts_with("s_wait_") && i.mnemonic != "s_wait_alu" &&
                  !isa::allowed(i, isa::issued(memory)->counter);
         });
}

/// A load over a register that a vector instruction may still read.
bool load_over_source(const findings::Finding& f, const isa::Program&) {
  return f.needed.find("va_vdst") != std::string::npos && f.text.starts_with("overwrites") &&
         f.text.find(" reads, ") != std::string::npos;
}

constexpr Bug kBugs[] = {
    {"global_load_lds counts on lgkmcnt", lds_dma_on_lgkmcnt, "LLVM #179305"},
    {"a wait for one counter stands for vm_vsrc of another's operations", vm_vsrc_by_other_wait,
     "LLVM 22.1.8, simplifyVmVsrc"},
    {"a load overwrites what a vector instruction may still read", load_over_source, "LLVM #201619"},
};

}  // namespace

const isa::Instruction* Removed::at(int offset) const {
  const std::int64_t i = std::int64_t(mutant.instruction) + offset;
  return i < 0 || i >= std::int64_t(program.instructions.size()) ? nullptr
                                                                 : &program.instructions[std::size_t(i)];
}

std::span<const Caution> cautions() {
  return kCautions;
}

const Caution* caution_of(const Removed& removed) {
  const auto found = std::ranges::find_if(kCautions, [&](const Caution& c) { return c.holds(removed); });
  return found == std::end(kCautions) ? nullptr : &*found;
}

const Bug* bug_of(const findings::Finding& finding, const isa::Program& program) {
  const auto found = std::ranges::find_if(kBugs, [&](const Bug& b) { return b.holds(finding, program); });
  return found == std::end(kBugs) ? nullptr : &*found;
}

}  // namespace lockstep::compiler_check
