// Where gfx1250's instructions may overflow although their results do not.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace lockstep::problems {

/// On gfx1250 an instruction may multiply a block's sum by one scale, then by the other. Of e4m3fn no product becomes too
/// small for binary32 in between; one scale of 2^102 and more may make it too large.
inline bool has_far_scale(const std::vector<std::uint8_t>& e8m0) {
  constexpr std::uint8_t kNan = 255, kFar = 127 + 102;
  static_assert(128 * 448 * 448 < 1 << 25);
  return std::ranges::any_of(e8m0, [](std::uint8_t s) { return s >= kFar && s != kNan; });
}

}  // namespace lockstep::problems
