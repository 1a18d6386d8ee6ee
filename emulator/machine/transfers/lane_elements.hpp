// Moves of elements of one or more dwords between the lanes of an operation and bytes at any addresses.
#pragma once

#include <array>
#include <cstring>
#include <type_traits>

#include "emulator/arithmetic/matrix/fast/transpose.hpp"
#include "emulator/machine/waves/pending.hpp"

namespace lockstep::machine::all_lanes {

#define LOCKSTEP_INSIDE __attribute__((always_inline))

/// Calls move(dwords) with an element's number of dwords as a compile-time constant; false for other sizes.
template <typename Move>
LOCKSTEP_INLINE bool by_dwords(int bytes, Move move) {
  switch (bytes) {
    case 4:
      return move(std::integral_constant<int, 1>{});
    case 8:
      return move(std::integral_constant<int, 2>{});
    case 12:
      return move(std::integral_constant<int, 3>{});
    case 16:
      return move(std::integral_constant<int, 4>{});
    default:
      return false;
  }
}

/// Calls move(lanes) with the lanes of the operation's wave as a compile-time constant.
template <typename Move>
LOCKSTEP_INLINE bool by_lanes(const Pending& p, Move move) {
  if (p.lane_count == kMaxLanes) return move(std::integral_constant<int, kMaxLanes>{});
  return move(std::integral_constant<int, kMaxLanes / 2>{});
}

/// Not 0 if any of an element's shadow bytes is set.
template <int kDwords>
LOCKSTEP_INLINE std::uint32_t any_undefined(const std::uint8_t* shadow) {
  std::array<std::uint32_t, kDwords> words;
  std::memcpy(words.data(), shadow, sizeof words);
  std::uint32_t any = 0;
  for (const std::uint32_t w : words) any |= w;
  return any;
}

template <int kLanes = kMaxLanes>
LOCKSTEP_INLINE bool any_undefined(const Pending& p, int dwords) {
  if (p.all_defined) return false;
  std::uint32_t any = 0;
  for (int d = 0; d < dwords; ++d)
    for (std::size_t l = 0; l < kLanes; ++l) any |= p.undefined[std::size_t(d)][l];
  return any != 0;
}

/// The destination of a load: for each dword the array of lanes.
using Rows = std::array<std::uint32_t*, 4>;

template <int kDwords>
LOCKSTEP_INLINE void to_lane(const std::uint8_t* from, std::size_t lane, std::size_t first,
                             const Rows& rows) {
  std::array<std::uint32_t, kDwords> words;
  std::memcpy(words.data(), from, sizeof words);
  for (std::size_t d = 0; d < kDwords; ++d) rows[first + d][lane] = words[d];
}

template <int kDwords>
LOCKSTEP_INLINE void from_lane(const Pending& p, std::size_t lane, std::size_t first, std::uint8_t* to) {
  std::array<std::uint32_t, kDwords> words;
  for (std::size_t d = 0; d < kDwords; ++d) words[d] = p.data[first + d][lane];
  std::memcpy(to, words.data(), sizeof words);
}

/// Loads elements from where at(lane) points to the lanes from dword `first` on; false when one has an
/// undefined byte, which shadow(lane) shows. Four dwords a lane are moved four lanes at a time. The first
/// kLanes take part.
template <int kDwords, int kLanes = kMaxLanes, typename At, typename Shadow>
LOCKSTEP_INLINE bool to_lanes(const At& at, const Shadow& shadow, std::size_t first, const Rows& rows) {
  if constexpr (kDwords == 4) {
    matrix::Words any{};
    for (std::size_t l = 0; l < kLanes; l += 4) {
      matrix::Words words[4];
      for (std::size_t i = 0; i < 4; ++i) {
        words[i] = matrix::load<matrix::Words>(at(l + i));
        any |= matrix::load<matrix::Words>(shadow(l + i));
      }
      matrix::transpose(words);
      for (std::size_t d = 0; d < 4; ++d) matrix::store(rows[first + d] + l, words[d]);
    }
    return (any[0] | any[1] | any[2] | any[3]) == 0;
  }
  std::uint32_t any = 0;
  for (std::size_t l = 0; l < kLanes; ++l) {
    to_lane<kDwords>(at(l), l, first, rows);
    any |= any_undefined<kDwords>(shadow(l));
  }
  return any == 0;
}

/// Whether any of the contiguous shadow bytes of all lanes is set.
template <int kLanes = kMaxLanes>
LOCKSTEP_INLINE bool any_undefined_in_row(const std::uint8_t* shadow, int dwords) {
  std::uint64_t any = 0;
  for (std::size_t at = 0; at < 4 * std::size_t(dwords) * kLanes; at += sizeof any) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, shadow + at, sizeof bytes);
    any |= bytes;
  }
  return any != 0;
}

/// Loads contiguous elements to all lanes.
template <int kDwords, int kLanes = kMaxLanes>
LOCKSTEP_INLINE void row_to_lanes(const std::uint8_t* from, std::size_t first, const Rows& rows) {
  using Words = matrix::Words;
  if constexpr (kDwords == 1) {
    std::memcpy(rows[first], from, kLanes * sizeof rows[0][0]);
  } else if constexpr (kDwords == 2) {
    for (std::size_t l = 0; l < kLanes; l += 4) {
      const auto x = matrix::load<Words>(from + 8 * l), y = matrix::load<Words>(from + 8 * l + 16);
      matrix::store(rows[first] + l, __builtin_shufflevector(x, y, 0, 2, 4, 6));
      matrix::store(rows[first + 1] + l, __builtin_shufflevector(x, y, 1, 3, 5, 7));
    }
  } else {
    constexpr std::array<std::uint8_t, 16> kDefined{};
    to_lanes<kDwords, kLanes>([=](std::size_t l) LOCKSTEP_INSIDE { return from + 4 * kDwords * l; },
                              [&](std::size_t) LOCKSTEP_INSIDE { return kDefined.data(); }, first, rows);
  }
}

/// Stores lanes to where at(lane) points.
template <int kDwords, int kLanes = kMaxLanes, typename At>
LOCKSTEP_INLINE void from_lanes(const Pending& p, std::size_t first, const At& at) {
  if constexpr (kDwords == 4) {
    for (std::size_t l = 0; l < kLanes; l += 4) {
      matrix::Words words[4];
      for (std::size_t d = 0; d < 4; ++d) words[d] = matrix::load<matrix::Words>(&p.data[first + d][l]);
      matrix::transpose(words);
      for (std::size_t i = 0; i < 4; ++i) matrix::store(at(l + i), words[i]);
    }
    return;
  }
  for (std::size_t l = 0; l < kLanes; ++l) from_lane<kDwords>(p, l, first, at(l));
}

}  // namespace lockstep::machine::all_lanes
