// Software wait states in execution: a consumer that comes too early is reported, and works on what its
// registers held before the producer where the rule's evidence suffices, or as Environment::wait_state_mode
// says.
//
// isa::too_close names the pairs of instructions that some path brings too close together, once per code
// object. Only those are executed by execute_with_wait_states; a program that has none runs as if this file
// did not exist.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "emulator/isa/wait_states.hpp"
#include "emulator/machine/dispatch/expert_mode.hpp"
#include "emulator/machine/dispatch/saved_registers.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// The pairs of a program that some path brings too close together, by producer and by consumer.
class WaitStatePlan {
 public:
  WaitStatePlan() = default;
  /// `program`: that of `pairs`; it must outlive the plan.
  WaitStatePlan(const isa::Program& program, std::vector<isa::TooClose> pairs, ExpertPlan expert = {});
  bool empty() const { return by_producer_.empty(); }
  /// Whether the instruction is a producer, a consumer, or in the pipe of a matrix instruction that produces.
  bool concerns(std::uint32_t instruction) const { return timings_.contains(instruction); }
  const isa::Timing& timing(std::uint32_t concerned) const { return timings_.at(concerned); }
  std::span<const isa::TooClose> of_producer(std::uint32_t instruction) const;
  std::span<const isa::TooClose> of_consumer(std::uint32_t instruction) const;
  const ExpertPlan& expert() const { return expert_; }

 private:
  std::vector<isa::TooClose> by_producer_, by_consumer_;
  std::map<std::uint32_t, isa::Timing> timings_;
  ExpertPlan expert_;
};

/// The producers that a wave executed lately.
struct RecentProducers {
  struct Entry {
    std::uint64_t slot = 0;
    /// Contents of every register that the producer reads or writes
    std::vector<SavedRegisters> before, after;
  };
  std::unordered_map<std::uint32_t, Entry> entries;  ///< by the producer's index
  /// The slot in which the next instruction of the matrix pipe can issue.
  std::uint64_t pipe_free = 0;
  ExpertTrail expert;
};

/// The plan of the wave's dispatch; nullptr: it has none.
inline const WaitStatePlan* wait_states_of(const Wave& wave) {
  return static_cast<const WaitStatePlan*>(wave.environment().wait_states);
}
/// The producers that the wave remembers, at first none.
RecentProducers& recent_of(Wave& wave);

/// Executes an instruction that the wave's WaitStatePlan concerns.
Step execute_with_wait_states(Wave& wave, const PreparedInstruction& prepared);

}  // namespace lockstep::machine
