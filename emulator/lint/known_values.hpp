// What registers hold as one thread of a workgroup runs, thread 0 if no other is asked for, as far as the
// code alone says it.
//
// Thread 0's number is 0, and it is there when its wave starts. From this alone follow the places in LDS that
// it reads, that its wave copies to, and what it reads back from its lanes. Everything that is loaded, and
// what the launch decides, is unknown.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "emulator/lint/control_flow.hpp"
#include "emulator/lint/operations.hpp"

namespace lockstep::lint {

/// A register of which some bits are known.
struct Bits {
  std::uint32_t value = 0, known = 0;  ///< unknown bits of `value` are 0

  bool operator==(const Bits&) const = default;
  std::optional<std::uint32_t> whole() const { return ~known == 0 ? std::optional(value) : std::nullopt; }
};

class KnownValues {
 public:
  struct State {
    std::vector<Bits> scalars;  ///< numbered as in isa::scalar
    std::vector<Bits> vectors;  ///< the thread's lane of the unified file
    std::optional<bool> scc;
    std::uint32_t lane = 0;  ///< the thread's lane in its wave

    bool lane_executes() const;  ///< whether the thread's lane executes for certain
    bool lane_is_off() const;    ///< whether it is off for certain
    bool any_executes() const;   ///< whether some lane executes for certain
    /// What another lane of the same wave knows of what they share.
    void learn_from(const State& other);
  };

  KnownValues(const isa::Program& program, Operations code) : program_(program), code_(code) {}

  static State entry(std::uint32_t lane = 0, std::uint32_t thread = 0);
  static State nothing();
  static State resumed() { return nothing(); }
  static std::size_t size(const State&) { return 16; }
  void step(State& state, std::uint32_t instruction) const;
  static bool join(State& into, const State& from);
  /// Whether the branch that `instruction` is may go that way.
  bool may_go(const State& state, std::uint32_t instruction, Edge::Way way) const;

 private:
  const isa::Program& program_;
  Operations code_;
};

/// KnownValues of any thread: beside the thread runs lane 0 of its wave, which knows what v_readfirstlane
/// reads.
class ThreadValues {
 public:
  struct State {
    KnownValues::State values;                ///< the thread's
    std::optional<KnownValues::State> first;  ///< what lane 0 knows, where the thread's lane is another
  };

  ThreadValues(const isa::Program& program, Operations code, std::uint32_t thread)
      : values_(program, code),
        thread_(thread),
        lane_(thread % std::uint32_t(isa::lane_count(program.width))) {
    if (program.arch->has(arch::Feature::ids_in_trap_registers))
      wave_ = thread / std::uint32_t(isa::lane_count(program.width));
  }

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
  std::uint32_t thread_, lane_;
  std::optional<std::uint32_t> wave_;  ///< the wave's number, where a register holds it
};

}  // namespace lockstep::lint
