// The 16x16 weight shuffle (aiter's shuffle_weight): how one plane of B lies in memory, so that a wave's load
// of 1024 consecutive bytes brings each lane the 16 bytes its matrix fragment needs.
//
//   B[n][kb] viewed as (n/16, 16 rows, kb/32, 2 halves, 16 bytes), stored as (n/16, kb/32, half, row, byte)
//
// kb counts bytes along k: an 8-bit element, or two 4-bit ones. n is a multiple of 16, kb of 32.
#pragma once

#include <cstdint>

namespace lockstep::layouts {

struct WeightPlane {
  std::int64_t n;   ///< rows
  std::int64_t kb;  ///< bytes along k
  constexpr std::int64_t bytes() const { return n * kb; }
};

/// A byte of the logical plane.
struct WeightByte {
  std::int64_t n;
  std::int64_t kb;
  constexpr bool operator==(const WeightByte&) const = default;
};

/// A byte of the shuffled plane.
struct WeightOffset {
  std::int64_t value;
  constexpr bool operator==(const WeightOffset&) const = default;
};

constexpr WeightOffset shuffled(const WeightPlane& plane, const WeightByte& at) {
  const std::int64_t tile = at.n / 16 * (plane.kb / 32) + at.kb / 32;
  return {tile * 512 + at.kb / 16 % 2 * 256 + at.n % 16 * 16 + at.kb % 16};
}

constexpr WeightByte unshuffled(const WeightPlane& plane, const WeightOffset& offset) {
  const std::int64_t tile = offset.value / 512;
  const std::int64_t tiles_per_row = plane.kb / 32;
  return {tile / tiles_per_row * 16 + offset.value / 16 % 16,
          tile % tiles_per_row * 32 + offset.value / 256 % 2 * 16 + offset.value % 16};
}

}  // namespace lockstep::layouts
