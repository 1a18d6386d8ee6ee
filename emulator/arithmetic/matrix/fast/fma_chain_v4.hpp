// Summation::fma_chain over blocks with AVX-512.
#pragma once

#include "emulator/arithmetic/matrix/fast/decoded.hpp"
#include "emulator/arithmetic/matrix/fast/near_scales.hpp"

#if LOCKSTEP_X86_64
namespace lockstep::matrix::v4 {

inline constexpr int kFour = 4;  // contiguous k of a row of A: every step is a multiple

// Chains of fused multiply-adds, which the compiler may not introduce by itself, and VSCALEFPS, which
// multiplies by a power of two and rounds once, also to subnormals. kCount chains run at the same time to
// hide the latency of FMA.
template <Shape kShape, int kCount>
LOCKSTEP_INLINE LOCKSTEP_V4 void chain_fused(const float* a, const float* b, int begin, int end,
                                             __m512* sums) {
  a += begin * kShape.m;
  for (int k = begin; k < end; k += kFour, a += kFour * kShape.m)
#pragma GCC unroll 4
    for (int j = 0; j < kFour; ++j) {
      const __m512 column = _mm512_loadu_ps(b + (k + j) * kShape.n);
#pragma GCC unroll 16
      for (int i = 0; i < kCount; ++i)
        sums[i] = _mm512_fmadd_ps(_mm512_set1_ps(a[kFour * i + j]), column, sums[i]);
    }
}

/// Multiplies sixteen rows of A from `row` on by sixteen columns of B from `column` on, A by four k, B by k.
/// Exponents are those of the scales, B's [block][column]. kTwice: a sum is scaled by A's, rounded, then by
/// B's.
template <Shape kShape, Order kOrder, bool kTwice>
LOCKSTEP_V4 void multiply_square(int step, int row, int column, const float* a, const float* b,
                                 const float* a_exponents, const float* b_exponents, const float* c,
                                 float* d) {
  constexpr int kCount = 16;
  __m512 acc[kCount];
  a += kFour * row;
  b += column;
  for (int i = 0; i < kCount; ++i) acc[i] = _mm512_loadu_ps(c + row_start<kShape, kOrder>(row + i) + column);
  for (int begin = 0; begin < kShape.k; begin += step) {
    __m512 sums[kCount];
#pragma GCC unroll 16
    for (int i = 0; i < kCount; ++i) sums[i] = _mm512_setzero_ps();
    chain_fused<kShape, kCount>(a, b, begin, begin + step, sums);
    const int block = begin / kScaleBlock;
    const __m512 b_exponent = _mm512_loadu_ps(b_exponents + block * kShape.n + column);
#pragma GCC unroll 16
    for (int i = 0; i < kCount; ++i) {
      const __m512 a_exponent = _mm512_set1_ps(a_exponents[scale_place<kShape, kOrder>(row + i, block)]);
      const __m512 scaled = kTwice ? _mm512_scalef_ps(_mm512_scalef_ps(sums[i], a_exponent), b_exponent)
                                   : _mm512_scalef_ps(sums[i], _mm512_add_ps(a_exponent, b_exponent));
      acc[i] = _mm512_add_ps(acc[i], scaled);
    }
  }
  for (int i = 0; i < kCount; ++i)
    _mm512_storeu_ps(d + row_start<kShape, kOrder>(row + i) + column, canonical(acc[i]));
}

template <Shape kShape, Order kOrder>
LOCKSTEP_V4 void multiply_squares(const Facts& facts, const Operand& a, const Operand& b, const float* rows,
                                  const float* columns, const float* c, float* d) {
  alignas(64) float row_exponents[kOperandScales], column_exponents[kOperandScales];
  decode_exponents(a.scales, row_exponents);
  if constexpr (kOrder == Order::registers)
    decode_exponents(b.scales, column_exponents);
  else
    decode_column_exponents<kShape>(b.scales, column_exponents);
  const auto multiply = facts.scale_at == ScaleAt::sum_twice ? multiply_square<kShape, kOrder, true>
                                                             : multiply_square<kShape, kOrder, false>;
  for (int i = 0; i < kShape.m; i += 16)
    for (int j = 0; j < kShape.n; j += 16)
      multiply(facts.step, i, j, rows, columns, row_exponents, column_exponents, c, d);
}

}  // namespace lockstep::matrix::v4
#endif
