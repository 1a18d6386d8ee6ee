// gfx1250's expert mode: what hardware orders otherwise, and then only s_wait_alu does.
//
// A memory operation that uses a vector register needs the vector instructions that write it to be done, and
// what it loads there those that read it, too (va_vdst; LLVM #201619). An instruction that overwrites one
// needs the memory operations that read it to have done so (vm_vsrc): a vector instruction always, and a load
// where it is of another kind than they. Vector instructions among each other stay in order. (LLVM
// SIInsertWaitcnts, expert scheduling mode.) A counter that is full holds back what follows, as the others
// do.
#pragma once

#include <string>
#include <vector>

#include "emulator/code_object/code_object.hpp"
#include "emulator/lint/expert_order.hpp"
#include "emulator/lint/finding.hpp"
#include "emulator/lint/operations.hpp"

namespace lockstep::lint {

/// s_setreg of the field that chooses the mode.
bool sets_schedule_mode(const isa::Instruction& instruction);

/// Two instructions that some path brings together with no wait for the first between.
struct ExpertPair {
  std::uint32_t producer = 0, consumer = 0;  ///< indices into the program
  isa::RegisterAccess at, other;             ///< the registers that meet: the consumer's, and the producer's
  ExpertUnit counted_by = ExpertUnit::vector;  ///< the producer's
  bool operator==(const ExpertPair&) const = default;
};
/// The pairs of all kernels.
std::vector<ExpertPair> expert_pairs(const code_object::CodeObject& object, const isa::Program& program);
/// What is wrong with the consumer, and what would mend it where so many of the producer's kind are younger.
std::string expert_text(const isa::Program& program, const ExpertPair& pair);
std::string expert_wait(const ExpertPair& pair, int younger);

std::vector<Finding> check_expert_mode(const isa::Program& program, const ControlFlow& flow, Operations code);

}  // namespace lockstep::lint
