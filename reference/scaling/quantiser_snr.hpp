// What a quantiser costs: the signal-to-noise ratio of a matrix that was quantised and dequantised.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "reference/exact/noise.hpp"
#include "reference/scaling/blocks.hpp"

namespace lockstep::scaling {

/// The matrix after quantise() and dequantise().
std::vector<float> round_trip(const Quantiser& q, const Extent& matrix, std::span<const float> x);

/// The SNR of elements that are finite; nothing where one comes back infinite or NaN.
std::optional<exact::Noise> noise(const Quantiser& q, const Extent& matrix, std::span<const float> x);

}  // namespace lockstep::scaling
