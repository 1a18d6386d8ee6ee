// v_perm_b32 of all lanes at once, faster still where all choose the same bytes of their sources, as they do
// where halves are packed. The lane function is the twin.
#pragma once

#include "emulator/isa/tables/lanes.hpp"

namespace lockstep::isa {

/// Byte `selector` of {a, b}, or the sign of an odd byte (8 to 11), zeros (12) or ones.
constexpr std::uint32_t permuted_byte(std::uint64_t bytes, std::uint32_t selector) {
  if (selector >= 13) return 0xFF;
  if (selector == 12) return 0;
  if (selector >= 8) return (bytes >> (8 * (2 * (selector - 8) + 1)) & 0xFF) >> 7 != 0 ? 0xFF : 0;
  return bytes >> (8 * selector) & 0xFF;
}
inline std::uint32_t v_perm_b32(std::uint32_t a, std::uint32_t b, std::uint32_t selectors) {
  const std::uint64_t bytes = std::uint64_t{a} << 32 | b;
  std::uint32_t result = 0;
  for (unsigned i = 0; i < 4; ++i) result |= permuted_byte(bytes, selectors >> (8 * i) & 0xFF) << (8 * i);
  return result;
}

LOCKSTEP_HOST_LANES(permute_lanes, v_perm_b32)

}  // namespace lockstep::isa
