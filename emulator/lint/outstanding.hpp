// Which memory operations may be on their way at a place, over all paths to it.
//
// Of each instruction that issues one, only its youngest operation matters: it is the last to be done. What
// is known of it is how much was issued behind it to its counter on the path that issued least, since a wait
// covers it by that.
#pragma once

#include <span>
#include <vector>

#include "emulator/lint/operations.hpp"

namespace lockstep::lint {

struct OnItsWay {
  std::uint32_t instruction = 0;  ///< that issued it
  int younger = 0;                ///< weight of the ordered operations behind it, at least
  Lanes lanes = Lanes::same;      ///< how EXEC relates to the lanes it was issued for

  bool operator==(const OnItsWay&) const = default;
};

/// How an instruction meets an operation that is on its way.
struct Meeting {
  std::uint32_t operation = 0;  ///< the instruction that issued it
  isa::RegisterAccess at;       ///< the registers in both, in the unified file
  bool writes = false;
  bool certain = true;  ///< false: perhaps no lane takes part in both
};

/// An analysis for fixed_point.
class Outstanding {
 public:
  struct State {
    std::vector<OnItsWay> operations;  ///< by instruction; those that fill registers
    bool indexed = false;              ///< vector registers may be chosen by an index
  };

  explicit Outstanding(std::span<const Operation> code) : code_(code) {}

  State entry() const { return {}; }
  State resumed() const { return {}; }
  void step(State& state, std::uint32_t instruction) const;
  bool join(State& into, const State& from) const;
  static std::size_t size(const State& state) { return state.operations.size(); }

  /// Registers that an instruction uses before the wait for the operation that fills them, one meeting for
  /// each operation.
  std::vector<Meeting> meetings(const State& state, std::uint32_t instruction) const;

  /// Of one operation: how much is younger behind `instruction`; none when it is done or was used.
  std::optional<int> follow(std::uint32_t operation, int younger, std::uint32_t instruction) const;

 private:
  std::span<const Operation> code_;
};

}  // namespace lockstep::lint
