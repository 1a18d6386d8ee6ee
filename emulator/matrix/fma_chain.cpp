// Summation::fma_chain. Every operation is IEEE arithmetic, so specials need no care beyond the bits of NaN.
#include "emulator/matrix/decode_codes.hpp"

namespace lockstep::matrix {
namespace {

constexpr int kRows = 4;  // rows in flight: their chains are independent

// A product of two operands has at most 8 significant bits and lies in 2^-32 .. 2^32: f32 holds it exactly,
// so that multiply then add rounds once, as FMA does.
template <typename V, int Dim>
LOCKSTEP_INLINE void chain(const float* a, const float* b, int begin, int end, StripFloats<V>* sum) {
  for (int i = 0; i < kRows; ++i) sum[i] = StripFloats<V>{};
  for (int k = begin; k < end; ++k) {
    const auto column = load<StripFloats<V>>(b + k * Dim);
    for (int i = 0; i < kRows; ++i) sum[i] += a[i * (kOperandElements / Dim) + k] * column;
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

/// kRows rows of A against a strip of columns of B; pointers are at their first element.
template <typename V, int Dim>
LOCKSTEP_INLINE void multiply_strip(int step, const float* a, const float* b, const double* a_scale,
                                    const double* b_scale, const float* c, float* d) {
  alignas(64) float acc[kRows][V::kStrip];
  for (int i = 0; i < kRows; ++i) store(acc[i], load<StripFloats<V>>(c + i * Dim));
  for (int begin = 0; begin < kOperandElements / Dim; begin += step) {
    StripFloats<V> sum[kRows];
    chain<V, Dim>(a, b, begin, begin + step, sum);
    const int block = begin / kScaleBlock;
    for (int i = 0; i < kRows; ++i)
      accumulate<V>(sum[i], a_scale[i * (kOperandScales / Dim) + block], b_scale + block * Dim, acc[i]);
  }
  for (int i = 0; i < kRows; ++i) {
    const auto result = load<StripFloats<V>>(acc[i]);
    store(d + i * Dim, result == result ? result : StripFloats<V>{} + kNaN);
  }
}

template <typename V, int Dim>
LOCKSTEP_INLINE void multiply_tile(const Facts& facts, Shape, const Operand& a, const Operand& b,
                                   const float* c, float* d) {
  alignas(64) float rows[kOperandElements], columns[kOperandElements];
  alignas(64) double row_scales[kOperandScales], column_scales[kOperandScales];
  decode_operands<Dim>(a, b, rows, columns);
  decode_row_scales(a.scales, row_scales);
  decode_column_scales<Dim>(b.scales, column_scales);
  for (int i = 0; i < Dim; i += kRows)
    for (int j = 0; j < Dim; j += V::kStrip)
      multiply_strip<V, Dim>(facts.step, rows + i * (kOperandElements / Dim), columns + j,
                             row_scales + i * (kOperandScales / Dim), column_scales + j, c + i * Dim + j,
                             d + i * Dim + j);
}

}  // namespace

LOCKSTEP_KERNEL(multiply_fma_chain, multiply_tile)

}  // namespace lockstep::matrix
