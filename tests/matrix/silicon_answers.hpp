// The recorded answers of GPUs, those of tests/hardware/vectors and of tests/hardware/published alike.
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/arithmetic/matrix/units/dot_draw.hpp"

namespace lockstep::tests {

/// What a GPU was given, and what it answered.
struct Answers {
  matrix::DrawnDots dots;
  std::vector<std::uint32_t> d;
};

/// Empty when there are none of the unit, or its codes have 64 bits.
const std::vector<Answers>& answers_of(const matrix::Unit& unit);

}  // namespace lockstep::tests
