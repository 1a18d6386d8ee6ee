// Summation::fma_chain, and chains of fused multiply-adds from the accumulator on. Every operation is IEEE
// arithmetic, so specials need no care beyond the bits of NaN.
#include <concepts>

#include "emulator/matrix/canonical.hpp"
#include "emulator/matrix/decode_codes.hpp"
#include "emulator/matrix/decoded.hpp"
#include "emulator/matrix/order.hpp"

namespace lockstep::matrix {
namespace {

constexpr int kRows = 8;  // rows in flight: their chains are independent
constexpr int kFour = 4;  // k of a row of A side by side: every step is a multiple

#if defined(__x86_64__)
constexpr bool kFuses = true;
// What follows with fused multiply-adds, which the compiler may not choose by itself, and with VSCALEFPS,
// which multiplies by a power of two and rounds once, to subnormals too. kCount chains in flight hide FMA's
// latency.
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

/// Sixteen rows of A from `row` on against sixteen columns of B from `column` on, A by four k, B by k.
/// Exponents are those of the scales, B's [block][column].
template <Shape kShape, Order kOrder>
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
      const __m512 exponent =
          _mm512_add_ps(_mm512_set1_ps(a_exponents[scale_place<kShape, kOrder>(row + i, block)]), b_exponent);
      acc[i] = _mm512_add_ps(acc[i], _mm512_scalef_ps(sums[i], exponent));
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
  for (int i = 0; i < kShape.m; i += 16)
    for (int j = 0; j < kShape.n; j += 16)
      multiply_square<kShape, kOrder>(facts.step, i, j, rows, columns, row_exponents, column_exponents, c, d);
}

/// chain() of kRows rows.
template <Shape kShape>
LOCKSTEP_V4 void chain_fused(const float* a, const float* b, int begin, int end,
                             StripFloats<Columns16>* sum) {
  __m512 sums[kRows];
  for (int i = 0; i < kRows; ++i) sums[i] = sum[i];
  chain_fused<kShape, kRows>(a, b, begin, end, sums);
  for (int i = 0; i < kRows; ++i) sum[i] = sums[i];
}
#else
constexpr bool kFuses = false;
#endif

// Adds to the sums of kRows rows. A product of two operands has at most 8 significant bits and lies in 2^-34
// .. 2^32: f32 holds it exactly, so that multiply then add rounds once, as FMA does.
template <typename V, Shape kShape>
LOCKSTEP_INLINE void chain(const float* a, const float* b, int begin, int end, StripFloats<V>* sum) {
  if constexpr (kFuses && std::same_as<V, Columns16>) return chain_fused<kShape>(a, b, begin, end, sum);
  for (int k = begin; k < end; ++k) {
    const auto column = load<StripFloats<V>>(b + k * kShape.n);
    for (int i = 0; i < kRows; ++i) sum[i] += a[(k / kFour * kShape.m + i) * kFour + k % kFour] * column;
  }
}

/// acc + f32(sum * scale), on a strip.
template <typename V>
LOCKSTEP_INLINE void accumulate(const StripFloats<V>& sum, double a_scale, const double* b_scale,
                                float* acc) {
  alignas(64) float sums[V::kStrip];
  store(sums, sum);
  for (int j = 0; j < V::kStrip; j += V::kHalf) {
    const Doubles<V> scaled =
        convert<Doubles<V>>(load<Floats<V>>(sums + j)) * (a_scale * load<Doubles<V>>(b_scale + j));
    store(acc + j, load<Floats<V>>(acc + j) + convert<Floats<V>>(scaled));
  }
}

template <typename V>
LOCKSTEP_INLINE void store_result(const StripFloats<V>& result, float* d) {
  store(d, result == result ? result : StripFloats<V>{} + kNaN);
}

/// kRows rows of A against a strip of columns of B; pointers are at their first element.
template <typename V, Shape kShape>
LOCKSTEP_INLINE void multiply_strip(int step, const float* a, const float* b, const double* a_scale,
                                    const double* b_scale, const float* c, float* d) {
  alignas(64) float acc[kRows][V::kStrip];
  for (int i = 0; i < kRows; ++i) store(acc[i], load<StripFloats<V>>(c + i * kShape.n));
  for (int begin = 0; begin < kShape.k; begin += step) {
    StripFloats<V> sum[kRows] = {};
    chain<V, kShape>(a, b, begin, begin + step, sum);
    const int block = begin / kScaleBlock;
    for (int i = 0; i < kRows; ++i)
      accumulate<V>(sum[i], a_scale[i * kShape.blocks() + block], b_scale + block * kShape.n, acc[i]);
  }
  for (int i = 0; i < kRows; ++i) store_result<V>(load<StripFloats<V>>(acc[i]), d + i * kShape.n);
}

/// Without scales: one chain, from c on.
template <typename V, Shape kShape>
LOCKSTEP_INLINE void multiply_strip(const float* a, const float* b, const float* c, float* d) {
  StripFloats<V> sum[kRows];
  for (int i = 0; i < kRows; ++i) sum[i] = load<StripFloats<V>>(c + i * kShape.n);
  chain<V, kShape>(a, b, 0, kShape.k, sum);
  for (int i = 0; i < kRows; ++i) store_result<V>(sum[i], d + i * kShape.n);
}

template <typename V, Shape kShape>
LOCKSTEP_INLINE void multiply_values(const Facts& facts, const Operand& a, const Operand& b,
                                     const float* rows, const float* columns, const float* c, float* d) {
  if constexpr (kFuses && std::same_as<V, Columns16> && !is_narrow(kShape))
    return multiply_squares<kShape, Order::matrices>(facts, a, b, rows, columns, c, d);
  alignas(64) double row_scales[kOperandScales], column_scales[kOperandScales];
  if constexpr (!is_narrow(kShape)) {
    decode_row_scales(a.scales, row_scales);
    decode_column_scales<kShape>(b.scales, column_scales);
  }
  for (int i = 0; i < kShape.m; i += kRows)
    for (int j = 0; j < kShape.n; j += V::kStrip) {
      const float* of_rows = rows + kFour * i;
      const int at = i * kShape.n + j;
      if constexpr (is_narrow(kShape))
        multiply_strip<V, kShape>(of_rows, columns + j, c + at, d + at);
      else
        multiply_strip<V, kShape>(facts.step, of_rows, columns + j, row_scales + i * kShape.blocks(),
                                  column_scales + j, c + at, d + at);
    }
}

template <typename V, Shape kShape>
LOCKSTEP_INLINE void multiply_tile(const Facts& facts, const Operand& a, const Operand& b, const float* c,
                                   float* d) {
  alignas(64) float rows[kShape.elements()], columns[kShape.elements()];
  if (a.decoded == nullptr) decode_by_fours<kShape>(a, rows);
  if (b.decoded == nullptr) decode_by_k<kShape>(b, columns);
  multiply_values<V, kShape>(facts, a, b, a.decoded != nullptr ? a.decoded->values.data() : rows,
                             b.decoded != nullptr ? b.decoded->values.data() : columns, c, d);
}

}  // namespace

LOCKSTEP_KERNEL(multiply_fma_chain, multiply_tile)

#if defined(__x86_64__)
LOCKSTEP_V4 void multiply_fma_chain_v4_registers(const Facts& facts, Shape shape, const Operand& a,
                                                 const Operand& b, const float* c, float* d) {
  const float *rows = a.decoded->values.data(), *columns = b.decoded->values.data();
  if (shape == k16x16x128)
    return multiply_squares<k16x16x128, Order::registers>(facts, a, b, rows, columns, c, d);
  multiply_squares<k32x32x64, Order::registers>(facts, a, b, rows, columns, c, d);
}
#endif

}  // namespace lockstep::matrix
