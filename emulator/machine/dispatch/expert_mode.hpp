// gfx1250's expert mode (SCHED_MODE 2), in which hardware keeps no order between vector instructions and
// memory operations that use the same vector register. The machine emulates a missing s_wait_alu: a schedule
// that defers memory operations also defers what they wait for. A memory operation reads what the register
// held before the vector instruction; a store that is not done stores what a vector instruction has written
// over its data since. Where a load overwrites too early what another instruction still reads or writes, that
// is reported, and no value is changed.
//
// Which order is given up: LLVM AMDGPUUsage and SIInsertWaitcnts (va_vdst, vm_vsrc); lint::expert_pairs names
// the pairs of instructions that some path brings together without a wait. A program that has none runs as if
// this file did not exist.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "emulator/isa/instruction.hpp"
#include "emulator/lint/expert_mode.hpp"
#include "emulator/machine/dispatch/saved_registers.hpp"

namespace lockstep::machine {

class ExpertPlan {
 public:
  ExpertPlan() = default;
  ExpertPlan(const isa::Program& program, std::vector<lint::ExpertPair> pairs);
  bool empty() const { return by_consumer_.empty(); }
  /// Whether the instruction is part of a pair, waits, or changes the mode.
  bool concerns(std::uint32_t instruction) const { return concerned_.contains(instruction); }
  const lint::ExpertFacts& facts(std::uint32_t instruction) const { return facts_[instruction]; }
  std::span<const lint::ExpertPair> of_producer(std::uint32_t instruction) const;
  std::span<const lint::ExpertPair> of_consumer(std::uint32_t instruction) const;

 private:
  std::vector<lint::ExpertPair> by_producer_, by_consumer_;
  std::vector<lint::ExpertFacts> facts_;  // [instruction]
  std::unordered_set<std::uint32_t> concerned_;
};

/// The producers of an ExpertPlan that a wave has under way.
struct ExpertTrail {
  struct UnderWay {
    std::uint32_t instruction = 0;
    lint::ExpertProgress progress{};
    /// Contents of the registers that pairs are about, before and after a vector instruction.
    std::vector<SavedRegisters> before, after;
  };
  bool expert = false;
  std::vector<UnderWay> under_way;
};

/// Executes an instruction that the wave's ExpertPlan concerns.
Step execute_in_expert_mode(Wave& wave, const PreparedInstruction& prepared);

}  // namespace lockstep::machine
