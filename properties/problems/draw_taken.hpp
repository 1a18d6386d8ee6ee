// Cases for code objects that take only some of an operator's problems: drawn again until one is taken.
#pragma once

#include "properties/problems/generate.hpp"

namespace lockstep::problems {

/// The first of a few draws for which `takes` is true, or the last of them: like draw(), the same for any
/// number of jobs and in any order.
template <typename Takes>
cases::Case draw_taken(const Space& space, std::uint64_t seed, std::uint64_t index, Takes takes) {
  constexpr std::uint64_t kDraws = 64;
  cases::Case drawn = draw(space, seed, index);
  for (std::uint64_t i = 1; i < kDraws && !takes(drawn); ++i) drawn = draw(space, seed ^ i << 57, index);
  return drawn;
}

}  // namespace lockstep::problems
