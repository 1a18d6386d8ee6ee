// Which codes of a format are no finite numbers, in arithmetic that is the same for every code: for loops
// over many.
#pragma once

#include <cstdint>

#include "reference/formats/format.hpp"

namespace lockstep::formats {

/// Orders codes so that infinities and NaNs come last.
struct CodeRank {
  std::uint8_t offset = 0, mask = 0;
  std::uint8_t largest = 0;  ///< of a finite code

  constexpr std::uint8_t operator()(std::uint8_t code) const { return std::uint8_t(code - offset) & mask; }
};

/// Of a format with a sign, of 8 bits at most. A magnitude, or in FNUZ formats, whose one special code is the
/// sign alone, how far a code is above that one.
constexpr CodeRank code_rank(const Format& f) {
  if (f.specials == Specials::fnuz)
    return {std::uint8_t(f.sign_mask() + 1), std::uint8_t(f.code_mask()), std::uint8_t(f.code_mask() - 1)};
  return {0, std::uint8_t(f.magnitude_mask()), std::uint8_t(largest_finite(f))};
}

}  // namespace lockstep::formats
