// Scales of mixture-of-experts kernels on CDNA4: the e8m0 shuffle expert by expert, in dwords.
//
// The MXFP4 down projection (FlyDSL#660) addresses dwords: one dword holds the scales that one lane needs for
// 32 rows by 256 of k, and
//
//   dword = expert * dwords_per_expert + chunk * dwords_per_chunk + step * 64 + lane
//
// where a chunk is 32 rows, a step 256 of k, lane = 16 * (which 32 of 128) + row mod 16.
#pragma once

#include "reference/layouts/axis_order.hpp"

namespace lockstep::layouts {

/// Rows a multiple of 32, columns (k / 32) of 8.
struct MoeScales {
  std::int64_t experts, rows, columns;

  constexpr std::int64_t dwords_per_step() const { return 64; }
  constexpr std::int64_t dwords_per_chunk() const { return columns / 8 * dwords_per_step(); }
  constexpr std::int64_t dwords_per_expert() const { return rows / 32 * dwords_per_chunk(); }

  /// Weight scales with gate and up apart, and all others (aiter shuffle_scale with is_guinterleave).
  constexpr AxisOrder<7> order() const {
    return {{experts, rows / 32, 2, 16, columns / 8, 2, 4}, {0, 1, 4, 6, 3, 5, 2}};
  }
};

static_assert(MoeScales{1, 7168, 512 / 32}.dwords_per_chunk() == 128);
static_assert(MoeScales{1, 7168, 512 / 32}.dwords_per_expert() == 28'672);

/// Activation scales of a kernel whose row block is 16: a chunk is 16 rows, and of each pair of bytes only
/// the low one means anything. An injection: half of the stored bytes belong to no scale.
struct MoeScales16 {
  std::int64_t rows, columns;  ///< multiples of 16 and 8

  constexpr std::int64_t count() const { return rows * columns; }
  constexpr std::int64_t stored_bytes() const { return 2 * count(); }

  constexpr std::int64_t stored(std::int64_t logical) const {
    const std::int64_t row = logical / columns, column = logical % columns;
    const std::int64_t dword = (row / 16 * (columns / 8) + column / 8) * 64 + column % 4 * 16 + row % 16;
    return dword * 4 + column / 4 % 2 * 2;
  }

  /// The logical index of what is stored at an even offset.
  constexpr std::int64_t logical(std::int64_t offset) const {
    const std::int64_t dword = offset / 4, tile = dword / 64, lane = dword % 64;
    const std::int64_t row = tile / (columns / 8) * 16 + lane % 16;
    return row * columns + tile % (columns / 8) * 8 + offset % 4 / 2 * 4 + lane / 16;
  }
};

}  // namespace lockstep::layouts
