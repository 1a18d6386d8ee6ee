// The numbers of a format in their order: how many units in the last place lie between two of them.
#pragma once

#include <cstdint>

#include "reference/formats/format.hpp"

namespace lockstep::formats {

/// Neighbouring numbers differ by one, across zero as well; both zeros are 0. For codes that are no NaN.
constexpr std::int64_t position(const Format& f, std::uint32_t code) {
  const auto magnitude = std::int64_t(code & f.magnitude_mask());
  return (code & f.sign_mask()) != 0 ? -magnitude : magnitude;
}

constexpr std::uint64_t ulps_between(const Format& f, std::uint32_t a, std::uint32_t b) {
  const std::int64_t difference = position(f, a) - position(f, b);
  return std::uint64_t(difference < 0 ? -difference : difference);
}

}  // namespace lockstep::formats
