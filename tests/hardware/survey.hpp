// The three questions put to a device about one instruction.
#pragma once

#include "tests/hardware/candidates.hpp"
#include "tests/hardware/silicon.hpp"

namespace lockstep::hardware {

/// The layout test: dot products of one-hot operands, and how many gave another value than they must.
struct Layout {
  bool ran = false;
  std::uint64_t dots = 0, wrong = 0;
};
Layout check_layout(Silicon& silicon, Id id);

/// Which candidates agree with the device on every one of `dots` outputs.
struct Survey {
  bool ran = false;
  std::uint64_t dots = 0;
  std::vector<NamedCandidate> candidates;
  Tally tally;

  std::uint64_t wrong(std::size_t candidate) const;
  /// The fewest disagreements; the first one where it is among the best.
  std::size_t best() const;
};
Survey survey(Silicon& silicon, Id id, std::uint64_t seed, std::uint64_t first_tile, std::uint64_t dots,
              std::vector<NamedCandidate> candidates);

/// The project's fast model against the device, until `dots` outputs or `seconds`.
struct Comparison {
  bool ran = false;
  std::uint64_t dots = 0, wrong = 0;
  std::uint64_t wrong_in[kRegimeCount] = {};
};
Comparison compare_project(Silicon& silicon, Id id, std::uint64_t seed, std::uint64_t first_tile,
                           std::uint64_t dots, double seconds, unsigned threads);

}  // namespace lockstep::hardware
