// Software wait states as the machine feels them: a consumer that comes too early works on what its registers
// held before the producer, and is reported.
//
// isa::too_close names the pairs of instructions that some path brings too close together, once per code
// object. Only those are executed with care; a program that has none runs as if this file did not exist.
#pragma once

#include <span>
#include <vector>

#include "emulator/isa/wait_states.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// The pairs of a program, by either end.
class WaitStatePlan {
 public:
  WaitStatePlan() = default;
  explicit WaitStatePlan(std::vector<isa::TooClose> pairs);
  bool empty() const { return by_producer_.empty(); }
  bool concerns(std::uint32_t instruction) const;
  std::span<const isa::TooClose> of_producer(std::uint32_t instruction) const;
  std::span<const isa::TooClose> of_consumer(std::uint32_t instruction) const;

 private:
  std::vector<isa::TooClose> by_producer_, by_consumer_;
};

/// Contents of some registers of a wave.
struct SavedRegisters {
  isa::RegisterAccess where;
  std::vector<Lanes> value, undefined;  ///< vectors
  std::vector<Scalar> scalar;
};

/// What a wave remembers of the producers it executed lately.
struct RecentProducers {
  struct Entry {
    std::uint32_t producer = 0;
    std::uint64_t slot = 0;
    std::vector<SavedRegisters> before, after;  ///< of everything it reads or writes
  };
  std::vector<Entry> entries;  ///< at most one per producer
};

/// Executes an instruction that is a producer or a consumer of the plan.
Step execute_with_wait_states(Wave& wave, const PreparedInstruction& prepared);

}  // namespace lockstep::machine
