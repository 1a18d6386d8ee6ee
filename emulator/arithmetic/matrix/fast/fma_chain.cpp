// Summation::fma_chain over whole tiles, and chains of fused multiply-adds that start at the accumulator.
// Every operation is IEEE arithmetic, so infinities and NaNs need no care except for the bits of NaN.
#include <concepts>

#include "emulator/arithmetic/matrix/fast/decode_codes.hpp"
#include "emulator/arithmetic/matrix/fast/decoded.hpp"
#include "emulator/arithmetic/matrix/fast/fma_chain_v3.hpp"
#include "emulator/arithmetic/matrix/fast/fma_chain_v4.hpp"
#include "emulator/arithmetic/matrix/fast/kernels.hpp"
#include "emulator/arithmetic/matrix/fast/near_scales.hpp"

namespace lockstep::matrix {
namespace {

constexpr int kRows = 8;  // rows computed together: their chains are independent
constexpr int kFour = 4;  // contiguous k of a row of A: every step is a multiple

#if LOCKSTEP_X86_64
/// A chain of kRows rows with fused multiply-adds.
template <Shape kShape>
LOCKSTEP_V3 void chain_fused(const float* a, const float* b, int begin, int end, StripFloats<Columns8>* sum) {
  __m256 sums[kRows][1];
  for (int i = 0; i < kRows; ++i) sums[i][0] = sum[i];
  v3::chain_fused<kShape, kRows, 1>(a, b, begin, end, sums);
  for (int i = 0; i < kRows; ++i) sum[i] = sums[i][0];
}
template <Shape kShape>
LOCKSTEP_V4 void chain_fused(const float* a, const float* b, int begin, int end,
                             StripFloats<Columns16>* sum) {
  __m512 sums[kRows];
  for (int i = 0; i < kRows; ++i) sums[i] = sum[i];
  v4::chain_fused<kShape, kRows>(a, b, begin, end, sums);
  for (int i = 0; i < kRows; ++i) sum[i] = sums[i];
}
#endif

// Adds to the sums of kRows rows. A product of two operands has at most 8 significant bits and lies in 2^-34
// .. 2^32: f32 holds it exactly, so that multiply then add rounds once, as FMA does.
template <typename V, Shape kShape>
LOCKSTEP_INLINE void chain(const float* a, const float* b, int begin, int end, StripFloats<V>* sum) {
#if LOCKSTEP_X86_64
  if constexpr (!std::same_as<V, Columns4>) return chain_fused<kShape>(a, b, begin, end, sum);
#endif
  for (int k = begin; k < end; ++k) {
    const auto column = load<StripFloats<V>>(b + k * kShape.n);
    for (int i = 0; i < kRows; ++i) sum[i] += a[(k / kFour * kShape.m + i) * kFour + k % kFour] * column;
  }
}

/// Adds scaled sums to a strip: acc + f32(sum * scales), or with `twice` acc + f32(f32(sum * a's) * b's).
template <typename V>
LOCKSTEP_INLINE void accumulate(bool twice, const StripFloats<V>& sum, double a_scale, const double* b_scale,
                                float* acc) {
  alignas(64) float sums[V::kStrip];
  store(sums, sum);
  for (int j = 0; j < V::kStrip; j += V::kHalf) {
    Doubles<V> of_rows = convert<Doubles<V>>(load<Floats<V>>(sums + j)) * a_scale;
    if (twice) of_rows = convert<Doubles<V>>(convert<Floats<V>>(of_rows));
    const Doubles<V> scaled = of_rows * load<Doubles<V>>(b_scale + j);
    store(acc + j, load<Floats<V>>(acc + j) + convert<Floats<V>>(scaled));
  }
}

template <typename V>
LOCKSTEP_INLINE void store_result(const StripFloats<V>& result, float* d) {
  store(d, result == result ? result : StripFloats<V>{} + kNaN);
}

/// Multiplies kRows rows of A by a strip of columns of B; pointers are at the first element.
template <typename V, Shape kShape>
LOCKSTEP_INLINE void multiply_strip(const Facts& facts, const float* a, const float* b, const double* a_scale,
                                    const double* b_scale, const float* c, float* d) {
  const int step = facts.step;
  const bool twice = facts.scale_at == ScaleAt::sum_twice;
  alignas(64) float acc[kRows][V::kStrip];
  for (int i = 0; i < kRows; ++i) store(acc[i], load<StripFloats<V>>(c + i * kShape.n));
  for (int begin = 0; begin < kShape.k; begin += step) {
    StripFloats<V> sum[kRows] = {};
    chain<V, kShape>(a, b, begin, begin + step, sum);
    const int block = begin / kScaleBlock;
    for (int i = 0; i < kRows; ++i)
      accumulate<V>(twice, sum[i], a_scale[i * kShape.blocks() + block], b_scale + block * kShape.n, acc[i]);
  }
  for (int i = 0; i < kRows; ++i) store_result<V>(load<StripFloats<V>>(acc[i]), d + i * kShape.n);
}

/// Multiplies without scales: one chain that starts at c.
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
#if LOCKSTEP_X86_64
  if constexpr (std::same_as<V, Columns16> && !is_narrow(kShape))
    return v4::multiply_squares<kShape, Order::matrices>(facts, a, b, rows, columns, c, d);
  if constexpr (std::same_as<V, Columns8> && !is_narrow(kShape))
    return v3::multiply_squares<kShape, Order::matrices>(facts, a, b, rows, columns, c, d);
#endif
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
        multiply_strip<V, kShape>(facts, of_rows, columns + j, row_scales + i * kShape.blocks(),
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

#if LOCKSTEP_X86_64
#define LOCKSTEP_REGISTER_KERNEL(NAME, TARGET, LEVEL)                                                   \
  TARGET void NAME(const Facts& facts, Shape shape, const Operand& a, const Operand& b, const float* c, \
                   float* d) {                                                                          \
    const float *rows = a.decoded->values.data(), *columns = b.decoded->values.data();                  \
    if (shape == k16x16x128)                                                                            \
      return LEVEL::multiply_squares<k16x16x128, Order::registers>(facts, a, b, rows, columns, c, d);   \
    LEVEL::multiply_squares<k32x32x64, Order::registers>(facts, a, b, rows, columns, c, d);             \
  }
LOCKSTEP_REGISTER_KERNEL(multiply_fma_chain_v3_registers, LOCKSTEP_V3, v3)
LOCKSTEP_REGISTER_KERNEL(multiply_fma_chain_v4_registers, LOCKSTEP_V4, v4)
#endif

}  // namespace lockstep::matrix
