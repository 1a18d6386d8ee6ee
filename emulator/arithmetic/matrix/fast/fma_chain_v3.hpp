// Summation::fma_chain over floats with AVX2.
#pragma once

#include "emulator/arithmetic/matrix/fast/chain_v3.hpp"

#if LOCKSTEP_X86_64
namespace lockstep::matrix::v3 {

inline constexpr int kFour = 4;  // contiguous k of a row of A: every step is a multiple

/// Adds the products of k = begin ... end - 1 to kCount rows of kWidth registers of columns, A by four k, B
/// by k, with explicit fused multiply-adds, which the compiler may not introduce.
template <Shape kShape, int kCount, int kWidth>
LOCKSTEP_INLINE LOCKSTEP_V3 void chain_fused(const float* a, const float* b, int begin, int end,
                                             __m256 (&sums)[kCount][kWidth]) {
  a += begin * kShape.m;
  for (int k = begin; k < end; k += kFour, a += kFour * kShape.m)
#pragma GCC unroll 4
    for (int j = 0; j < kFour; ++j) {
      __m256 columns[kWidth];
#pragma GCC unroll 2
      for (int p = 0; p < kWidth; ++p) columns[p] = _mm256_loadu_ps(b + (k + j) * kShape.n + p * kPart);
#pragma GCC unroll 8
      for (int i = 0; i < kCount; ++i) {
        const __m256 of_row = _mm256_broadcast_ss(a + kFour * i + j);
#pragma GCC unroll 2
        for (int p = 0; p < kWidth; ++p) sums[i][p] = _mm256_fmadd_ps(of_row, columns[p], sums[i][p]);
      }
    }
}

template <Shape kShape>
struct SumFloats {
  const float *rows, *columns;  ///< decoded operands
  int step;

  LOCKSTEP_INLINE LOCKSTEP_V3 void operator()(int row, int column, int k, Sums& sums) const {
#pragma GCC unroll 4
    for (int i = 0; i < kRows; ++i) sums[i][0] = sums[i][1] = _mm256_setzero_ps();
    chain_fused<kShape, kRows, kParts>(rows + kFour * row, columns + column, k, k + step, sums);
  }
};

/// A step's sum is below 2^37, its last bit at least 2^-34: with scales within 2^+-kFarthest it is a float.
inline constexpr int kFarthest = 45;

template <Shape kShape, Order kOrder>
LOCKSTEP_V3 void multiply_squares(const Facts& facts, const Operand& a, const Operand& b, const float* rows,
                                  const float* columns, const float* c, float* d) {
  const SumFloats<kShape> sum{rows, columns, facts.step};
  if (NearScales<kShape, kOrder, kFarthest>::are_near(a, b))
    return chain_steps<kShape, kOrder>(facts.step, FusedScales<kShape, kOrder, kFarthest>(a, b, 0), sum, c,
                                       d);
  if (facts.scale_at == ScaleAt::sum_twice)
    return chain_steps<kShape, kOrder>(facts.step, AnyScales<kShape, kOrder, true>(a, b, 0), sum, c, d);
  chain_steps<kShape, kOrder>(facts.step, AnyScales<kShape, kOrder>(a, b, 0), sum, c, d);
}

}  // namespace lockstep::matrix::v3
#endif
