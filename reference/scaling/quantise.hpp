// Block quantisers: binary32 matrices to e4m3fn codes with one e8m0 scale per block.
//
//   scale = recipe(largest |x| of the block)      code = x * 2^-(scale - 127), rounded to nearest even,
//   e4m3fn
//
// The product is exact before that one rounding. Overflow::to_special is PyTorch's cast (magnitudes up to 464
// round to 448, larger ones and infinities become NaN); Overflow::saturate gives 448 instead. NaN stays NaN
// with its sign.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "reference/exact/noise.hpp"
#include "reference/formats/format.hpp"
#include "reference/scaling/blocks.hpp"
#include "reference/scaling/recipe.hpp"

namespace lockstep::scaling {

// The derived bound of a quantised operand.
//
// Rounding to nearest moves x by at most half the distance between the codes around it, so with y = x /
// 2^(scale-127)
//
//   |y - value(code)| <= step(y) / 2,   step(y) = 2^(max(floor(log2 |y|), -6) - 3)      (e4m3fn)
//
// A saturated or NaN code of a finite x breaks it by itself: the nearest code to any |y| > 464 is more than
// half a step away. A NaN or infinite x has no finite neighbour: its code must be NaN.

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

inline constexpr std::int64_t kBlock = 128;

/// One scale per row and 128 columns (the A operand). k is a multiple of 128.
/// x [rows][k] -> codes [rows][k], scales [rows][k/128]; spans of exactly these sizes.
void quantise_1x128(std::span<const float> x, std::int64_t rows, std::int64_t k, const Recipe& recipe,
                    std::span<std::uint8_t> codes, std::span<std::uint8_t> scales,
                    formats::Overflow overflow = formats::Overflow::to_special);

/// One scale per 128 rows and 128 columns (the B operand). n and k are multiples of 128.
/// x [n][k] -> codes [n][k], scales [n/128][k/128]; spans of exactly these sizes.
void quantise_128x128(std::span<const float> x, std::int64_t n, std::int64_t k, const Recipe& recipe,
                      std::span<std::uint8_t> codes, std::span<std::uint8_t> scales,
                      formats::Overflow overflow = formats::Overflow::to_special);

/// The element step of both: codes[i] = RNE(x[i] * 2^(127 - scale)). Equal to formats::encode_nearest_even.
void quantise_elements(std::span<const float> x, std::uint8_t scale, std::span<std::uint8_t> codes,
                       formats::Overflow overflow);

// What a quantiser costs: the signal-to-noise ratio of a matrix that was quantised and dequantised.

/// The matrix after quantise() and dequantise().
std::vector<float> round_trip(const Quantiser& q, const Extent& matrix, std::span<const float> x);

/// The SNR of elements that are finite; nothing where one comes back infinite or NaN.
std::optional<exact::Noise> noise(const Quantiser& q, const Extent& matrix, std::span<const float> x);

}  // namespace lockstep::scaling
