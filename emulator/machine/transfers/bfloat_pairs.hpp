// Sums of pairs of bfloat16, a few dwords at once: pk_add_bf16 as apply_atomic() has it, for numbers.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "host/simd_levels.hpp"

namespace lockstep::machine {

inline constexpr std::size_t kPairsAtOnce = 8;
using BfloatPairs = std::array<std::uint32_t, kPairsAtOnce>;

/// Adds pairs, each rounded once, to nearest even: a sum's upper half, one up where its lower half says so,
/// which also overflows to infinity. False when a sum is NaN; `sums` is then meaningless.
LOCKSTEP_INLINE bool add_pairs(const BfloatPairs& a, const BfloatPairs& b, BfloatPairs& sums) {
  constexpr std::uint32_t kUpper = 0xFFFF'0000, kInfinity = 0x7F80'0000;
  std::uint32_t nan = 0;
  for (std::size_t i = 0; i < kPairsAtOnce; ++i) {
    const auto low =
        std::bit_cast<std::uint32_t>(std::bit_cast<float>(a[i] << 16) + std::bit_cast<float>(b[i] << 16));
    const auto high = std::bit_cast<std::uint32_t>(std::bit_cast<float>(a[i] & kUpper) +
                                                   std::bit_cast<float>(b[i] & kUpper));
    nan |= ((low & ~(1u << 31)) > kInfinity ? 1u : 0u) | ((high & ~(1u << 31)) > kInfinity ? 1u : 0u);
    sums[i] = (low + 0x7FFF + (low >> 16 & 1)) >> 16 | ((high + 0x7FFF + (high >> 16 & 1)) & kUpper);
  }
  return nan == 0;
}

}  // namespace lockstep::machine
