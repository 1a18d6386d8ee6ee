// Dot products drawn from a seed, in the regimes where matrix units differ or break: any bits, a narrow
// range, cancellation, subnormals, mostly zeros, extremes, specials.
#pragma once

#include <vector>

#include "emulator/arithmetic/matrix/units/unit.hpp"

namespace lockstep::matrix {

/// A batch that owns its codes.
template <typename Code>
struct BasicDrawnDots {
  const formats::Format *a_format, *b_format;
  int k;
  std::size_t count;
  std::vector<Code> a, b, c, scale_a, scale_b;

  BasicDotBatch<Code> batch(Code* d) const;
};
using DrawnDots = BasicDrawnDots<std::uint32_t>;
using WideDrawnDots = BasicDrawnDots<std::uint64_t>;

/// Draws a batch: operand formats, k and all codes follow from the seed. Code: as is_wide(unit) requires.
template <typename Code = std::uint32_t>
BasicDrawnDots<Code> draw_dots(const Unit& unit, std::uint64_t seed, std::size_t count);

/// Whether two results of the unit are the same: the same bits, or two NaNs whose bits are not known.
template <typename Code>
bool same_result(const Unit& unit, Code x, Code y) {
  return x == y || (unit.facts.nan == NanBits::any && formats::is_nan<Code>(*unit.d, x) &&
                    formats::is_nan<Code>(*unit.d, y));
}

}  // namespace lockstep::matrix
