// The scale shuffle of CDNA4's scaled matrix instructions (aiter's e8m0_shuffle), for scales of 1x32 blocks.
//
//   scale[row][column] viewed as (row/32, 2, 16, column/8, 2, 4), axes stored in the order (0, 3, 5, 2, 4, 1)
//
// Read as one 32-bit word per lane: lane = 16 * (which 32-block of 128) + row mod 16, and the byte inside the
// word is 2 * (which 128 of 256) + (which 16 rows of 32). One word feeds four instructions through the byte
// selector.
#pragma once

#include <cstdint>

namespace lockstep::layouts {

// The 16x16 weight shuffle (aiter's shuffle_weight): how one plane of B lies in memory, so that a wave's load
// of 1024 consecutive bytes brings each lane the 16 bytes its matrix fragment needs.
//
//   B[n][kb] viewed as (n/16, 16 rows, kb/32, 2 halves, 16 bytes), stored as (n/16, kb/32, half, row, byte)
//
// kb counts bytes along k: an 8-bit element, or two 4-bit ones. n is a multiple of 16, kb of 32.

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

/// Rows are a multiple of 32, columns of 8.
struct ScalePlane {
  std::int64_t rows;
  std::int64_t columns;  ///< k / 32
  constexpr std::int64_t bytes() const { return rows * columns; }
  constexpr bool operator==(const ScalePlane&) const = default;
};

struct ScaleAt {
  std::int64_t row;
  std::int64_t column;
  constexpr bool operator==(const ScaleAt&) const = default;
};

struct ScaleOffset {
  std::int64_t value;
  constexpr bool operator==(const ScaleOffset&) const = default;
};

constexpr ScaleOffset shuffled(const ScalePlane& plane, const ScaleAt& at) {
  const std::int64_t tile = at.row / 32 * (plane.columns / 8) + at.column / 8;
  const std::int64_t lane = at.column % 4 * 16 + at.row % 16;
  return {(tile * 64 + lane) * 4 + at.column / 4 % 2 * 2 + at.row / 16 % 2};
}

constexpr ScaleAt unshuffled(const ScalePlane& plane, const ScaleOffset& offset) {
  const std::int64_t tile = offset.value / 256;
  const std::int64_t lane = offset.value / 4 % 64;
  const std::int64_t byte = offset.value % 4;
  const std::int64_t tiles_per_row = plane.columns / 8;
  return {tile / tiles_per_row * 32 + byte % 2 * 16 + lane % 16,
          tile % tiles_per_row * 8 + byte / 2 * 4 + lane / 16};
}

}  // namespace lockstep::layouts
