// Dot products drawn from a seed, in the regimes where matrix units differ or break: any bits, a narrow
// range, cancellation, subnormals, mostly zeros, extremes, specials.
#pragma once

#include <vector>

#include "emulator/matrix/unit.hpp"

namespace lockstep::matrix {

/// A batch that owns its codes.
struct DrawnDots {
  const formats::Format *a_format, *b_format;
  int k;
  std::size_t count;
  std::vector<std::uint32_t> a, b, c, scale_a, scale_b;

  DotBatch batch(std::uint32_t* d) const;
};

/// Operand formats, k and all codes follow from the seed.
DrawnDots draw_dots(const Unit& unit, std::uint64_t seed, std::size_t count);

/// Whether two results of the unit are the same: the same bits, or two NaNs whose bits are not known.
bool same_result(const Unit& unit, std::uint32_t x, std::uint32_t y);

}  // namespace lockstep::matrix
