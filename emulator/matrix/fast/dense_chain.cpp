// Chains of fused multiply-adds from the accumulator on, in f32, for operands of any format. Every operation is IEEE
// arithmetic, so specials need no care beyond the bits of NaN.
#include "emulator/matrix/fast/canonical.hpp"
#include "emulator/matrix/fast/dense_decode.hpp"

#if LOCKSTEP_X86_64
namespace lockstep::matrix {
namespace {

/// One block's rows of A by k, columns of B by k, and where its rows of C and D lie.
struct Block {
  const float *a, *b;
  const VectorPlace* rows;
  const float* c;
  float* d;
};

/// Sixteen rows with sixteen columns.
LOCKSTEP_V4 void chain_square(const Block& of, int k, int n, int row, int column) {
  constexpr int kRows = 16;
  __m512 sum[kRows];
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i) sum[i] = _mm512_loadu_ps(of.c + of.rows[row + i].dword + column);
  for (int at = 0; at < k; ++at) {
    const __m512 columns = _mm512_loadu_ps(of.b + at * n + column);
    const float* const a = of.a + at * n + row;
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i) sum[i] = _mm512_fmadd_ps(_mm512_set1_ps(a[i]), columns, sum[i]);
  }
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i) _mm512_storeu_ps(of.d + of.rows[row + i].dword + column, canonical(sum[i]));
}

/// Four rows with sixteen columns.
LOCKSTEP_V3 void chain_strip(const Block& of, int k, int n, int row, int column) {
  constexpr int kRows = 4, kParts = 2, kPart = 8;
  __m256 sum[kRows][kParts];
#pragma GCC unroll 4
  for (int i = 0; i < kRows; ++i)
#pragma GCC unroll 2
    for (int p = 0; p < kParts; ++p)
      sum[i][p] = _mm256_loadu_ps(of.c + of.rows[row + i].dword + column + p * kPart);
  for (int at = 0; at < k; ++at) {
    const float* const columns = of.b + at * n + column;
    const float* const a = of.a + at * n + row;
#pragma GCC unroll 4
    for (int i = 0; i < kRows; ++i)
#pragma GCC unroll 2
      for (int p = 0; p < kParts; ++p)
        sum[i][p] =
            _mm256_fmadd_ps(_mm256_broadcast_ss(a + i), _mm256_loadu_ps(columns + p * kPart), sum[i][p]);
  }
#pragma GCC unroll 4
  for (int i = 0; i < kRows; ++i)
#pragma GCC unroll 2
    for (int p = 0; p < kParts; ++p) {
      const __m256 x = sum[i][p];
      const __m256 is_nan = _mm256_cmp_ps(x, x, _CMP_UNORD_Q);
      _mm256_storeu_ps(of.d + of.rows[row + i].dword + column + p * kPart,
                       _mm256_blendv_ps(x, _mm256_set1_ps(kNaN), is_nan));
    }
}

template <typename V, typename Piece>
LOCKSTEP_INLINE void chain_blocks(const DensePlan& plan, const DenseRegisters& registers, int rows,
                                  const Piece& piece) {
  alignas(64) float a[kMostDenseElements], b[kMostDenseElements];
  decode_operands<V>(plan, registers, a, b);
  const MatrixInstruction& i = *plan.instruction;
  const int elements = i.k * i.n;
  for (int block = 0; block < i.blocks; ++block) {
    const Block of{a + block * elements, b + block * elements, &plan.places->c[std::size_t(block * i.m)],
                   reinterpret_cast<const float*>(registers.c), reinterpret_cast<float*>(registers.d)};
    for (int row = 0; row < i.m; row += rows)
      for (int column = 0; column < i.n; column += 16) piece(of, i.k, i.n, row, column);
  }
}

}  // namespace

LOCKSTEP_V3 bool dense_chain_v3(const DensePlan& plan, const DenseRegisters& registers) {
  chain_blocks<Columns8>(plan, registers, 4, chain_strip);
  return true;
}
LOCKSTEP_V4 bool dense_chain_v4(const DensePlan& plan, const DenseRegisters& registers) {
  chain_blocks<Columns16>(plan, registers, 16, chain_square);
  return true;
}

}  // namespace lockstep::matrix
#endif
