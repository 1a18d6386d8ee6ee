// Chains over steps of k with AVX2, for steps whose products are summed as floats or as bytes.
#pragma once

#include "emulator/arithmetic/matrix/fast/near_scales.hpp"
#include "host/intrinsics.hpp"

#if LOCKSTEP_X86_64
namespace lockstep::matrix::v3 {

/// Rows and columns that are computed together; the columns fill two registers.
inline constexpr int kRows = 4, kColumns = 16, kParts = 2, kPart = 8;
using Sums = __m256[kRows][kParts];

/// Adds sums under scales of any size: a sum times its scales, which a double holds, is rounded once, and
/// added with another rounding. kTwice: times A's scale, rounded, then times B's. Sums are in units of
/// 2^unit.
template <Shape kShape, Order kOrder, bool kTwice = false>
class AnyScales {
 public:
  LOCKSTEP_V3 AnyScales(const Operand& a, const Operand& b, int unit) {
    for (int i = 0; i < kOperandScales; ++i) rows_[i] = scale_value(a.scales[i]) * power_of_two(unit);
    for (int block = 0; block < kShape.blocks(); ++block)
      for (int j = 0; j < kShape.n; ++j)
        columns_[block * kShape.n + j] = scale_value(b.scales[scale_place<kShape, kOrder>(j, block)]);
  }
  LOCKSTEP_INLINE LOCKSTEP_V3 __m256 add(__m256 acc, __m256 sum, int row, int column, int block) const {
    const __m256d of_row = _mm256_set1_pd(rows_[scale_place<kShape, kOrder>(row, block)]);
    const double* const of_columns = columns_ + block * kShape.n + column;
    const auto scaled = [&](__m128 half, const double* of_half) LOCKSTEP_V3 {
      __m256d by_row = _mm256_mul_pd(_mm256_cvtps_pd(half), of_row);
      if constexpr (kTwice) by_row = _mm256_cvtps_pd(_mm256_cvtpd_ps(by_row));
      return _mm256_cvtpd_ps(_mm256_mul_pd(by_row, _mm256_loadu_pd(of_half)));
    };
    const __m128 low = scaled(_mm256_castps256_ps128(sum), of_columns);
    const __m128 high = scaled(_mm256_extractf128_ps(sum, 1), of_columns + 4);
    return _mm256_add_ps(acc, _mm256_set_m128(high, low));
  }

 private:
  alignas(64) double rows_[kOperandScales], columns_[kOperandScales];
};

/// Adds sums under scales near 1, with fused multiply-adds.
template <Shape kShape, Order kOrder, int kFarthest>
class FusedScales {
 public:
  LOCKSTEP_V3 FusedScales(const Operand& a, const Operand& b, int unit) : near_(a, b, unit) {}
  LOCKSTEP_INLINE LOCKSTEP_V3 __m256 add(__m256 acc, __m256 sum, int row, int column, int block) const {
    const __m256 of_row = _mm256_mul_ps(sum, _mm256_set1_ps(near_.row(row, block)));
    return _mm256_fmadd_ps(of_row, _mm256_loadu_ps(near_.columns(column, block)), acc);
  }

 private:
  NearScales<kShape, kOrder, kFarthest> near_;
};

LOCKSTEP_INLINE LOCKSTEP_V3 void store_canonical(float* to, __m256 x) {
  _mm256_storeu_ps(to, _mm256_blendv_ps(x, _mm256_set1_ps(kNaN), _mm256_cmp_ps(x, x, _CMP_UNORD_Q)));
}

/// Computes d = c plus, for each step, the sum that `sum(row, column, k, sums)` makes of kRows rows and
/// kColumns columns.
template <Shape kShape, Order kOrder, typename Scales, typename Sum>
LOCKSTEP_INLINE LOCKSTEP_V3 void chain_steps(int step, const Scales& scales, const Sum& sum, const float* c,
                                             float* d) {
  for (int column = 0; column < kShape.n; column += kColumns)
    for (int row = 0; row < kShape.m; row += kRows) {
      Sums acc, sums;
#pragma GCC unroll 4
      for (int i = 0; i < kRows; ++i)
#pragma GCC unroll 2
        for (int p = 0; p < kParts; ++p)
          acc[i][p] = _mm256_loadu_ps(c + row_start<kShape, kOrder>(row + i) + column + p * kPart);
      for (int k = 0; k < kShape.k; k += step) {
        sum(row, column, k, sums);
#pragma GCC unroll 4
        for (int i = 0; i < kRows; ++i)
#pragma GCC unroll 2
          for (int p = 0; p < kParts; ++p)
            acc[i][p] = scales.add(acc[i][p], sums[i][p], row + i, column + p * kPart, k / kScaleBlock);
      }
#pragma GCC unroll 4
      for (int i = 0; i < kRows; ++i)
#pragma GCC unroll 2
        for (int p = 0; p < kParts; ++p)
          store_canonical(d + row_start<kShape, kOrder>(row + i) + column + p * kPart, acc[i][p]);
    }
}

}  // namespace lockstep::matrix::v3
#endif
