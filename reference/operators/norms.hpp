// Rows normalised: RMSNorm and LayerNorm.
//
//   rms_norm    y = x * w / sqrt(mean(x^2) + eps)
//   layer_norm  y = (x - mean) * w / sqrt(mean((x - mean)^2) + eps) + b
//
// Loss. A mean of n squares, all of one sign, loses of_sum(n + 2) relative, and its root half of that; the
// reciprocal root 4 u (v_rsq_f32: 1 ULP), two products 2 u. LayerNorm's mean is off by of_sum(n) of the mean
// magnitude, which every difference inherits; its variance is that of the differences (two passes or
// Welford's), not mean(x^2) - mean^2, which cancels.
#pragma once

#include <cstdint>
#include <span>

#include "reference/operators/answer.hpp"

namespace lockstep::operators {

/// x [rows][columns], w [columns].
Answer rms_norm(std::span<const double> x, std::span<const double> w, double eps);
/// b [columns].
Answer layer_norm(std::span<const double> x, std::span<const double> w, std::span<const double> b,
                  double eps);

}  // namespace lockstep::operators
