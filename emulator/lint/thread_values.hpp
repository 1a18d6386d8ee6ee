// Known values of any thread of a workgroup, not of the first of its wave alone.
#pragma once

#include "emulator/lint/known_values.hpp"

namespace lockstep::lint {

/// KnownValues of any thread: beside the thread runs lane 0 of its wave, which knows what v_readfirstlane
/// reads.
class ThreadValues {
 public:
  struct State {
    KnownValues::State values;                ///< the thread's
    std::optional<KnownValues::State> first;  ///< what lane 0 knows, where the thread's lane is another
  };

  ThreadValues(const isa::Program& program, Operations code, std::uint32_t thread)
      : values_(program, code), thread_(thread) {}

  State entry() const;
  State resumed() const;
  static std::size_t size(const State& s) { return s.first ? 32 : 16; }
  void step(State& state, std::uint32_t instruction) const;
  static bool join(State& into, const State& from);
  bool may_go(const State& state, std::uint32_t instruction, Edge::Way way) const {
    return values_.may_go(state.values, instruction, way);
  }

 private:
  KnownValues values_;
  std::uint32_t thread_;
};

}  // namespace lockstep::lint
