// Rows to their softmax: y[i][j] = exp(x[i][j] - max_j) / sum_j exp(x[i][j] - max_j).
//
// Loss. d = x - max is rounded once, times log2(e), itself rounded, rounded again: the exponent is off by at
// most 3 u |d|, and exp2 by 4 u relative (v_exp_f32: 1 ULP, so twice as much and a margin). The sum of n such
// terms has their weighted loss and of_sum(n); a reciprocal and a product, or a division, are 4 u more. Terms
// below 2^-126 may be flushed, each.
#pragma once

#include <cstdint>
#include <span>

#include "reference/operators/answer.hpp"

namespace lockstep::operators {

/// x [rows][columns]. A NaN or +infinity in a row makes it NaN.
Answer softmax(std::span<const double> x, std::int64_t columns);

/// The softmax of one row: what each weight is, and what it may lose relative to itself; `scores_lose`: of
/// each score, absolute.
struct Weights {
  std::vector<double> weight, relative;
  double flushed = 0;  ///< what the sum may lose by flushing, relative
};
Weights softmax_weights(std::span<const double> x, double scores_lose = 0);

}  // namespace lockstep::operators
