#include "properties/compiler_check/caution.hpp"

#include <algorithm>

#include "emulator/isa/counters.hpp"
#include "emulator/isa/wait_states.hpp"
#include "properties/compiler_check/expert_waits.hpp"
#include "properties/compiler_check/spare_waits.hpp"

namespace lockstep::compiler_check {

namespace {

using isa::Counter;
using isa::Instruction;

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

/// Whether nothing that 1 lets stay outstanding is used before the next wait.
bool one_covers_what_is_used(const Removed& r) {
  const Counter counter = r.mutant.counter == "kmcnt" ? Counter::km : Counter::lgkm;
  if (r.mutant.counter != isa::name(counter) || isa::allowed(*r.at(), counter) != 0) return false;
  bool any_scalar = false;
  int younger = 0;
  std::vector<isa::RegisterAccess> others;
  for (int back = -1; const Instruction* i = r.at(back); --back) {
    if (isa::allowed(*i, counter) == 0 || i->mnemonic == "s_endpgm") break;
    if (!counts(i, counter)) continue;
    const isa::Issued issued = *isa::issued(*i);
    any_scalar |= !issued.ordered;
    if (!isa::covered(issued, younger, 1))
      for (const isa::RegisterAccess& a : isa::dataflow(*i, r.program.width))
        if (a.writes()) others.push_back(a);
    if (issued.ordered) younger += issued.weight;
  }
  for (int ahead = 1; const Instruction* i = r.at(ahead); ++ahead) {
    if (isa::allowed(*i, counter) == 0 || i->mnemonic == "s_endpgm") break;
    for (const isa::RegisterAccess& a : isa::dataflow(*i, r.program.width))
      if (std::ranges::any_of(others, [&](const isa::RegisterAccess& o) { return o.overlaps(a); }))
        return false;
  }
  return any_scalar;
}

bool orders_lds_results(const Removed& r) {
  const auto stands_before_it = [](const Instruction& i) {
    return i.mnemonic == "s_nop" || i.mnemonic.starts_with("s_wait");
  };
  int next = 1;
  while (r.at(next) != nullptr && stands_before_it(*r.at(next))) ++next;
  return isa::allowed(*r.at(), Counter::lgkm) && counts(r.at(next), Counter::lgkm) &&
         isa::issued(*r.at(next))->ordered;
}

bool orders_lds_before_a_copy(const Removed& r) {
  const bool lds = isa::allowed(*r.at(), Counter::lgkm) == 0;
  const bool memory = isa::allowed(*r.at(), Counter::store) == 0 || isa::allowed(*r.at(), Counter::vm) == 0;
  if (!lds && !memory) return false;
  constexpr int kFarthest = 3;  // s_mov m0, s_nop 0, the copy; or other waits
  for (int ahead = 1; ahead <= kFarthest && r.at(ahead) != nullptr; ++ahead) {
    const std::string_view next = r.at(ahead)->mnemonic;
    if (next.starts_with("global_load_async")) return true;
    if (next.starts_with("global_load_lds")) return lds;
  }
  return false;
}

bool dpp_keeps_a_register(const Removed& r) {
  return is_nop(r) && r.at(1) != nullptr && r.at(1)->modifiers.dpp.has_value();
}

constexpr Caution kCautions[] = {
    {"s_wait_xcnt", "any", only_for_replay,
     "it matters where an access is replayed under XNACK, which is not modelled",
     "LLVM 22, SIInsertWaitcnts"},
    {"va_vdst + 1, vm_vsrc + 1", "kinds that overtake each other are under way", waits_for_other_kinds,
     "what the wait is for has younger ones of its own kind, which end after it; LLVM waits for all kinds",
     "LLVM 22, counterOutOfOrder"},
    {"vm_vsrc", "before a memory operation", orders_memory_operations,
     "operations of one kind read and write registers in their order; LLVM waits as for vector instructions",
     "LLVM 22, getExpertSchedulingEventType"},
    {"vm_vsrc", "another wait covers who reads the registers", overlooks_other_counters,
     "who is done has read; LLVM counts on it only where nothing of another counter is under way",
     "LLVM 22, simplifyVmVsrc"},
    {"va_vdst", "a spacer stands between, or more than the counter holds", miscounts_vector_instructions,
     "spacers count, too, and a full counter has waited; LLVM places spacers after the waits, and waits for "
     "14 where more are under way",
     "LLVM 22, GCNHazardRecognizer, determineWaitForScore"},
    {"va_vdst", "a later vector instruction has read what is overwritten", overlooks_a_later_reader,
     "vector instructions wait for each other, so who is read is done; LLVM looks for the writer only",
     "LLVM 22, getExpertSchedulingEventType"},
    {"v_nop", "before a write of MODE, behind two others", keeps_mode_apart_from_nothing,
     "two keep it apart from vector instructions; LLVM places two before each", "LLVM 22, fixSetRegMode"},
    {"v_nop", "behind a wait for the results of all vector instructions", overlooks_that_all_are_done,
     "what the compiler keeps apart is done; it counts vector instructions, whatever was waited for",
     "LLVM 22, fixWMMACoexecutionHazards"},
    {"s_nop", "between two memory operations", breaks_a_clause,
     "it ends a clause, which is replayed as a whole under XNACK", "LLVM 22, checkSoftClauseHazards"},
    {"lgkmcnt(0) + 1, kmcnt(0) + 1", "1 covers what is used before the next wait", one_covers_what_is_used,
     "a scalar load of several dwords counts twice, and LDS operations return in order; LLVM waits for all",
     "CDNA3 ISA, LGKM_CNT; LLVM counterOutOfOrder"},
    {"lgkmcnt", "before an LDS operation", orders_lds_results,
     "LDS operations return in order; LLVM makes that exception for vector memory only",
     "CDNA3 ISA, LGKM_CNT"},
    {"lgkmcnt, loadcnt, storecnt", "before a copy into LDS", orders_lds_before_a_copy,
     "the programs have it themselves, lest a copy meets what is under way; here it does not", "kinds.cpp"},
    {"s_nop", "before DPP", dpp_keeps_a_register,
     "only src0 crosses lanes; LLVM keeps all registers that the instruction reads",
     "CDNA3 ISA, DPP; shipping kernels"},
    {"s_nop", "before an instruction that writes some lanes, or a part of its register", takes_kept_for_read,
     "it writes those only; LLVM takes the old value for a source", "CDNA3 ISA; LLVM, tied operands"},
    {"s_nop", "a matrix instruction stands between the two", counts_the_pipe_once,
     "it waits for the pipe; LLVM counts it as one wait state", "LLVM SISchedule.td; shipping kernels"},
    {"s_nop", "before packed f32, behind a matrix instruction", overlooks_that_packed_f32_waits,
     "packed f32 waits for the pipe, and reads a matrix result at once in shipping kernels",
     "2,909 shipping objects"},
    {"s_nop", "behind a packed operation", takes_packed_results_for_moved,
     "LLVM takes op_sel_hi for the bit that moves a result within its register: both are bit 3 of the first "
     "source's modifiers",
     "LLVM 22, getDstSelForwardingOperand"},
    {"s_nop", "before a carry or a mask", takes_a_mask_for_a_source,
     "SGPRs that VALU reads as carry or mask need none, by the manual",
     "CDNA3 ISA, T11; LLVM checkVALUHazards"},
    {"s_nop", "between VALU that writes EXEC and a memory operation", takes_exec_for_an_sgpr,
     "the manual asks it of SGPRs of addresses; LLVM of EXEC, too, which hardware tracks",
     "CDNA3 ISA, T11; LLVM checkVMEMHazards"},
    {"s_nop", "another instruction has written the registers since", overlooks_a_later_write,
     "what is read is not the producer's; LLVM looks for the producer only", "LLVM getWaitStatesSinceDef"},
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

std::optional<isa::RegisterAccess> access(const Instruction& i, const isa::Program& program, isa::Role role) {
  const auto all = isa::dataflow(i, program.width);
  const auto found = std::ranges::find(all, role, &isa::RegisterAccess::role);
  return found == all.end() ? std::nullopt : std::optional(*found);
}

bool is_matrix(const Instruction& i, const isa::Program& program) {
  return (isa::timing(i, program).classes & isa::kMatrix) != 0;
}

/// Whether the consumer uses a part of the producer's result behind a matrix instruction that has written
/// others of the registers that it uses.
bool result_overwritten_in_part(const findings::Finding& f, const isa::Program& program) {
  const std::int32_t producer = program.at(f.other_address);
  if (f.kind != findings::FindingKind::nop || producer < 0) return false;
  const auto result = access(program.instructions[std::size_t(producer)], program, isa::Role::destination);
  const auto used = isa::dataflow(program.instructions[f.index], program.width);
  for (int n = 0; result && n < result->count; ++n) {
    const isa::RegisterAccess one{result->file, result->role, std::uint16_t(result->first + n), 1};
    for (const isa::RegisterAccess& u : used)
      if (u.overlaps(one) && between(f, program, [&](const Instruction& i) {
            const auto other = access(i, program, isa::Role::destination);
            return is_matrix(i, program) && other && other->overlaps(u) && !other->overlaps(one);
          }))
        return true;
  }
  return false;
}

bool accumulator_of_another_operation(const findings::Finding& f, const isa::Program& program) {
  const std::int32_t producer = program.at(f.other_address);
  if (f.kind != findings::FindingKind::nop || producer < 0) return false;
  const Instruction &from = program.instructions[std::size_t(producer)], &to = program.instructions[f.index];
  const auto result = access(from, program, isa::Role::destination),
             c = access(to, program, isa::Role::accumulated);
  return is_matrix(from, program) && from.mnemonic != to.mnemonic && c && result && result->file == c->file &&
         result->first == c->first && result->count == c->count;
}

bool scan_ends_early(const findings::Finding& f, const isa::Program& program) {
  const std::int32_t producer = program.at(f.other_address);
  return f.kind == findings::FindingKind::nop && producer >= 0 &&
         f.text.find("19 wait states") != f.text.npos &&
         isa::timing(program.instructions[std::size_t(producer)], program).passes == 16;
}

bool wide_store_with_scalar_offset(const findings::Finding& f, const isa::Program&) {
  return f.rule == "data of a wide store with a scalar offset overwritten";
}

constexpr Bug kBugs[] = {
    {"global_load_lds counts on lgkmcnt", lds_dma_on_lgkmcnt, "LLVM #179305"},
    {"a matrix result is forwarded to another operation's C", accumulator_of_another_operation,
     "LLVM #218363, open"},
    {"of several matrix results that a read overlaps only the last counts", result_overwritten_in_part,
     "LLVM 22, getWaitStatesSinceDef in checkMAIVALUHazards"},
    {"the scan for matrix results ends at 19 of 20 wait states", scan_ends_early, "LLVM #222040"},
    {"no wait states behind a wide store with a scalar offset", wide_store_with_scalar_offset,
     "LLVM #197267"},
    {"a wait for another counter stands for vm_vsrc, whatever the two count", other_wait_stands_for_vm_vsrc,
     "LLVM 22.1.8, simplifyVmVsrc"},
    {"a load overwrites what a vector instruction may still read", load_over_source, "LLVM #201619"},
    {"va_vdst counts copies into LDS as vector instructions", copy_counts_as_vector, "LLVM #203292"},
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
