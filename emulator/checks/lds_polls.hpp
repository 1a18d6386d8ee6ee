// Loads and atomics by which waves wait for each other through LDS, without a barrier: found in the code, so
// that no schedule decides what they are.
//
// In LDS an atomic load is a load like others. What tells it is what the wave does: a loop that does nothing
// but read a place until it has what it waits for, or an atomic there has changed what was read before it.
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/isa/instruction.hpp"

namespace lockstep::checks {

enum class LdsPoll : std::uint8_t {
  none,
  update,  ///< a load of what an atomic in a loop is to change: itself an atomic load
  wait,    ///< by a load or an atomic the wave waits until another wave stores there
};

class LdsPolls {
 public:
  explicit LdsPolls(const isa::Program& program);
  LdsPoll of(std::uint32_t instruction) const { return polls_[instruction]; }
  /// Whether some instruction of the program can learn from another wave through LDS.
  bool any_learns() const { return any_learns_; }

 private:
  std::vector<LdsPoll> polls_;  ///< [instruction]
  bool any_learns_ = false;
};

}  // namespace lockstep::checks
