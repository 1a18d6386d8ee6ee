// Which memory operations may be on their way at a place, over all paths to it.
//
// Of each instruction that issues one, only its youngest operation matters: it is the last to be done. What
// is known of it is how much was issued behind it to its counter on the path that issued least, since a wait
// covers it by that.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "emulator/lint/operations.hpp"

namespace lockstep::lint {

struct OnItsWay {
  std::uint32_t instruction = 0;  ///< the instruction that issued it
  int younger = 0;                ///< weight of the ordered operations behind it, at least
  Lanes lanes = Lanes::same;      ///< how EXEC relates to the lanes it was issued for
  bool perhaps = false;  ///< issued, or so little behind it, only if vector instructions were skipped or not

  bool operator==(const OnItsWay&) const = default;
};

/// How an instruction meets an operation that is on its way.
struct Meeting {
  std::uint32_t operation = 0;  ///< the instruction that issued it
  isa::RegisterAccess at;       ///< the registers in both, in the unified file
  bool writes = false;
  /// Why the two perhaps do not meet.
  enum class Doubt : std::uint8_t { none, lanes, index, skip } doubt = Doubt::none;
};

/// An analysis for fixed_point.
class Outstanding {
 public:
  struct State {
    std::vector<OnItsWay> operations;  ///< operations that fill registers, by instruction
    /// What `operations` is if vector instructions are skipped now, where that depends on a value: both are
    /// followed up to the next s_setvskip.
    std::optional<std::vector<OnItsWay>> if_skipped;
    Indexed indexed;     ///< registers are chosen by an index on some path
    bool skips = false;  ///< vector instructions are skipped for certain, on every path
  };

  Outstanding(Operations code, const arch::Arch& arch)
      : code_(code), arch_(arch), skips_somewhere_(std::ranges::any_of(code, [](const Operation& o) {
          return o.skip && *o.skip != Skip::no;
        })) {}

  State entry() const { return {}; }
  State resumed() const { return {}; }
  void step(State& state, std::uint32_t instruction) const;
  bool join(State& into, const State& from) const;
  static std::size_t size(const State& state) {
    return state.operations.size() + (state.if_skipped ? state.if_skipped->size() : 0);
  }

  /// Registers that an instruction uses before the wait for the operation that fills them, one meeting for
  /// each operation.
  std::vector<Meeting> meetings(const State& state, std::uint32_t instruction) const;

  /// How much is younger than an operation behind `instruction`; none when the operation is done or was used.
  std::optional<int> follow(std::uint32_t operation, int younger, std::uint32_t instruction) const;

 private:
  std::vector<Meeting> meetings(const std::vector<OnItsWay>& all, const Indexed& indexed,
                                std::uint32_t instruction) const;
  void step(std::vector<OnItsWay>& all, const Indexed& indexed, std::uint32_t instruction) const;
  void set_skip(State& state, Skip skip) const;

  Operations code_;
  const arch::Arch& arch_;
  bool skips_somewhere_;
};

}  // namespace lockstep::lint
