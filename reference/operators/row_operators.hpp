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

// Rows to their softmax: y[i][j] = exp(x[i][j] - max_j) / sum_j exp(x[i][j] - max_j).
//
// Loss. d = x - max is rounded once, times log2(e), itself rounded, rounded again: the exponent is off by at
// most 3 u |d|, and exp2 by 4 u relative (v_exp_f32: 1 ULP, so twice as much and a margin). The sum of n such
// terms has their weighted loss and of_sum(n); a reciprocal and a product, or a division, are 4 u more. Terms
// below 2^-126 may be flushed, each.

/// x [rows][columns]. A NaN or +infinity in a row makes it NaN.
Answer softmax(std::span<const double> x, std::int64_t columns);

/// The softmax of one row: what each weight is, and what it may lose relative to itself; `scores_lose`: of
/// each score, absolute.
struct Weights {
  std::vector<double> weight, relative;
  double flushed = 0;  ///< what the sum may lose by flushing, relative
};
Weights softmax_weights(std::span<const double> x, double scores_lose = 0);

/// x [rows][columns], w [columns].
Answer rms_norm(std::span<const double> x, std::span<const double> w, double eps);
/// b [columns].
Answer layer_norm(std::span<const double> x, std::span<const double> w, std::span<const double> b,
                  double eps);

}  // namespace lockstep::operators
