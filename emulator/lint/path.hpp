// One path through a kernel that shows what is wrong at its end.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "emulator/lint/control_flow.hpp"
#include "emulator/lint/operations.hpp"
#include "emulator/lint/scalar_facts.hpp"

namespace lockstep::lint {

struct Path {
  std::vector<Edge> edges;                  ///< edges of the path, from block to block
  std::vector<std::uint32_t> instructions;  ///< between its two ends
};

/// Follows one operation: how much is younger than it behind `instruction`, given how much was before; none
/// once it is done. The less is younger, the more waits it outlasts.
using Follow = std::function<std::optional<int>(int younger, std::uint32_t instruction)>;

/// A path of fewest blocks from behind `from` to `to` on which the operation that `from` issues is never
/// done; empty where there is none.
Path find_path(const ControlFlow& flow, std::uint32_t from, std::uint32_t to, const Follow& follow);

/// Paths of a kernel whose branches contradict neither each other (path_values.hpp) nor what holds on every
/// way to where the path begins (scalar_facts.hpp). The latter is found when it is first asked for.
class PossiblePaths {
 public:
  PossiblePaths(const ControlFlow& flow, const isa::Program& program, Operations code)
      : flow_(flow), program_(program), code_(code) {}

  /// A path like find_path()'s. Nothing: no such path exists. Where more paths lead there than are followed,
  /// a shortest one.
  std::optional<Path> find(std::uint32_t from, std::uint32_t to, const Follow& follow);

 private:
  ScalarFacts::State facts_at(std::uint32_t instruction);

  const ControlFlow& flow_;
  const isa::Program& program_;
  Operations code_;
  std::optional<std::vector<std::optional<ScalarFacts::State>>> heads_;  ///< [block]; empty: too much work
};

/// The path's last branches and which way they go; empty for a path without any.
std::string describe(const Path& path, const ControlFlow& flow, const isa::Program& program);

}  // namespace lockstep::lint
