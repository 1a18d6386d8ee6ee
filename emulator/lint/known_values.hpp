// What registers hold as thread 0 of a workgroup runs, as far as the code alone says it.
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
    std::vector<Bits> vectors;  ///< lane 0 of the unified file
    std::optional<bool> scc;

    bool lane_executes() const;  ///< for certain
  };

  KnownValues(const isa::Program& program, std::span<const Operation> code)
      : program_(program), code_(code) {}

  static State entry();
  static State nothing();
  static State resumed() { return nothing(); }
  static std::size_t size(const State&) { return 16; }
  void step(State& state, std::uint32_t instruction) const;
  static bool join(State& into, const State& from);
  /// Whether the branch that `instruction` is may go that way.
  bool may_go(const State& state, std::uint32_t instruction, Edge::Way way) const;

 private:
  const isa::Program& program_;
  std::span<const Operation> code_;
};

}  // namespace lockstep::lint
