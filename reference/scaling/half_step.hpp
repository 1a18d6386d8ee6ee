// The derived bound of a quantised operand.
//
// Rounding to nearest moves x by at most half the distance between the codes around it, so with y = x /
// 2^(scale-127)
//
//   |y - value(code)| <= step(y) / 2,   step(y) = 2^(max(floor(log2 |y|), -6) - 3)      (e4m3fn)
//
// A saturated or NaN code of a finite x breaks it by itself: the nearest code to any |y| > 464 is more than
// half a step away. A NaN or infinite x has no finite neighbour: its code must be NaN.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "reference/scaling/blocks.hpp"

namespace lockstep::scaling {

/// The first index i of x whose code is outside the bound, if any. x and codes are [rows][k]; scales are
/// [rows / block_rows][k / 128], with block_rows 1 or 128. A NaN scale (255) is outside for every element.
std::optional<std::size_t> first_outside_half_ulp(std::span<const float> x, std::int64_t rows, std::int64_t k,
                                                  std::span<const std::uint8_t> codes,
                                                  std::span<const std::uint8_t> scales,
                                                  std::int64_t block_rows);

/// first_outside_half_ulp() for codes and scales of any quantiser that rounds to nearest: the step is the
/// element format's, and where x meets its scale in a binary32 division or reciprocal, its one or two
/// roundings come on top. A scale of zero asks for x = 0; a NaN scale is outside for every element.
std::optional<std::size_t> first_outside_half_ulp(const Quantiser& quantiser, const Extent& matrix,
                                                  std::span<const float> x,
                                                  std::span<const std::uint8_t> codes,
                                                  std::span<const std::uint32_t> scales);

}  // namespace lockstep::scaling
