// Loads and atomics by which waves of a workgroup wait for each other through LDS or memory, without a
// barrier: found in the code, so that no schedule decides what they are.
//
// In LDS an atomic load is a load like others, and so it is in memory at the scope of a workgroup. What tells
// it is what the wave does: a loop that does nothing but read a place until it has what it waits for, or an
// atomic there has changed what was read before it.
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/isa/instruction.hpp"

namespace lockstep::checks {

enum class Poll : std::uint8_t {
  none,
  update,  ///< a load of what an atomic in a loop is to change: itself an atomic load
  wait,    ///< by a load or an atomic the wave waits until another wave stores there
};

class Polls {
 public:
  explicit Polls(const isa::Program& program);
  Poll of(std::uint32_t instruction) const { return polls_[instruction]; }
  /// Whether some instruction of the program can learn from another wave of its workgroup.
  bool any_learns() const { return any_learns_; }
  /// Whether one does by a load from memory.
  bool any_in_memory() const { return any_in_memory_; }

 private:
  std::vector<Poll> polls_;  ///< [instruction]
  bool any_learns_ = false, any_in_memory_ = false;
};

}  // namespace lockstep::checks
