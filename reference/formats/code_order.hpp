// Orders of a format's codes: how many units in the last place lie between two numbers, and which codes are
// finite.
#pragma once

#include <cstdint>

#include "reference/formats/format.hpp"

namespace lockstep::formats {

/// The place of a number among those of its format: neighbouring numbers differ by one, across zero as well;
/// both zeros are 0. For codes that are no NaN.
constexpr std::int64_t position(const Format& f, std::uint32_t code) {
  const auto magnitude = std::int64_t(code & f.magnitude_mask());
  return (code & f.sign_mask()) != 0 ? -magnitude : magnitude;
}

/// How many units in the last place lie between two numbers.
constexpr std::uint64_t ulps_between(const Format& f, std::uint32_t a, std::uint32_t b) {
  const std::int64_t difference = position(f, a) - position(f, b);
  return std::uint64_t(difference < 0 ? -difference : difference);
}

/// Orders codes so that infinities and NaNs come last, in arithmetic that is the same for every code: for
/// loops over many.
struct CodeRank {
  std::uint8_t offset = 0, mask = 0;
  std::uint8_t largest = 0;  ///< rank of the largest finite code

  constexpr std::uint8_t operator()(std::uint8_t code) const { return std::uint8_t(code - offset) & mask; }
};

/// The rank of the codes of a format with a sign and at most 8 bits: a magnitude, or in FNUZ formats, whose
/// one special code is the sign alone, how far a code is above that one.
constexpr CodeRank code_rank(const Format& f) {
  if (f.specials == Specials::fnuz)
    return {std::uint8_t(f.sign_mask() + 1), std::uint8_t(f.code_mask()), std::uint8_t(f.code_mask() - 1)};
  return {0, std::uint8_t(f.magnitude_mask()), std::uint8_t(largest_finite(f))};
}

}  // namespace lockstep::formats
