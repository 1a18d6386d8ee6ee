// Where the lane-wise kernels of small_m take their columns from and put their results.
#pragma once

#include "kernels/primitives/halves.hpp"
#include "kernels/primitives/lane_dot.hpp"

namespace lockstep::device::small_m {

/// `columns` columns of a plane [n][k] of weights, from `column` on.
__device__ inline lane_dot::Rows columns_of(const std::uint8_t* b, const std::uint8_t* b_scale, int column,
                                            int columns, int k) {
  return lane_dot::Rows(b + std::int64_t{column} * k, b_scale + std::int64_t{column} * (k / lane_dot::kBlock),
                        columns, k);
}

/// Stores finish(i, total) of row i and column j as bf16 at d[row_of(i) * n + j], from lane i * kColumns + j;
/// not where row_of(i) is negative, nor past the columns.
template <int kRows, int kColumns, class RowOf, class Finish>
__device__ void store_totals(const lane_dot::Sums<kRows, kColumns>& sums, std::uint16_t* d, int columns,
                             int n, int lane, RowOf row_of, Finish finish) {
  static_assert(kRows * kColumns <= kWaveSize);
  float mine = 0;
  int row = -1;
#pragma unroll
  for (int i = 0; i < kRows; ++i) {
#pragma unroll
    for (int j = 0; j < kColumns; ++j) {
      const float x = finish(i, sums.total(i, j));
      const bool here = lane == i * kColumns + j;
      mine = here ? x : mine;
      row = here ? row_of(i) : row;
    }
  }
  const int column = lane % kColumns;
  if (row >= 0 && column < columns)
    d[std::int64_t{row} * n + column] = static_cast<std::uint16_t>(Bf16::pack({mine, mine}));
}

}  // namespace lockstep::device::small_m
