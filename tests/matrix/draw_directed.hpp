// Dot products about the points where single facts decide, which random ones seldom meet.
#pragma once

#include <cstdint>

#include "emulator/arithmetic/matrix/units/dot_draw.hpp"

namespace lockstep::tests {

/// Products half a unit in the last place of an f32 accumulator, and others far below that break the tie.
matrix::DrawnDots draw_ties(const matrix::Unit& unit, int k, std::uint64_t seed, std::size_t count);

/// No accumulator, a product about the smallest result, and others far below: what a zero counts with decides
/// whether these are kept.
matrix::DrawnDots draw_tiny(const matrix::Unit& unit, int k, std::uint64_t seed, std::size_t count);

}  // namespace lockstep::tests
