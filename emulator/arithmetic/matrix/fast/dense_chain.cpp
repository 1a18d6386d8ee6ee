// Chains of fused multiply-adds that start at the accumulator, in f32, for operands of any format. Every
// operation is IEEE arithmetic, so infinities and NaNs need no care except for the bits of NaN.
#include "emulator/arithmetic/matrix/fast/dense_decode.hpp"
#include "emulator/arithmetic/matrix/fast/near_scales.hpp"
#include "reference/formats/formats.hpp"

#if LOCKSTEP_X86_64
namespace lockstep::matrix {
namespace {

/// One block: its rows of A by k, its columns of B by k, and where its rows of C and D lie.
struct Block {
  const float *a, *b;
  const VectorPlace* rows;
  const float* c;
  float* d;
};

/// The form of a vector's sixteen elements: floats, or 16-bit ones that two instructions convert.
enum class Elements : std::uint8_t { floats, bfloats, halves };

/// Loads sixteen elements of a vector of rows or columns, from `first` on, as floats.
template <Elements kElements>
LOCKSTEP_INLINE LOCKSTEP_V4 __m512 floats_of(const std::uint32_t* registers, VectorPlace at, int first) {
  const __m512i dwords = _mm512_loadu_si512(registers + at.dword + first);
  if constexpr (kElements == Elements::bfloats) {
    const __m512i high = _mm512_sll_epi32(dwords, _mm_cvtsi32_si128(16 - at.shift));
    return _mm512_castsi512_ps(_mm512_and_si512(high, _mm512_set1_epi32(~0xFFFF)));
  } else {
    const __m512i low = _mm512_srl_epi32(dwords, _mm_cvtsi32_si128(at.shift));
    return _mm512_cvtph_ps(_mm512_cvtepi32_epi16(low));
  }
}

/// Columns of B of one block: decoded, or in registers.
template <Elements kElements>
struct SixteenColumns {
  const float* decoded;
  const std::uint32_t* registers;
  const VectorPlace* places;

  LOCKSTEP_INLINE LOCKSTEP_V4 __m512 at(int k, int n, int column) const {
    if constexpr (kElements == Elements::floats)
      return _mm512_loadu_ps(decoded + k * n + column);
    else
      return floats_of<kElements>(registers, places[k], column);
  }
};

/// Multiplies sixteen rows by sixteen columns.
template <Elements kElements>
LOCKSTEP_V4 void chain_square(const Block& of, const SixteenColumns<kElements>& b, int k, int n, int row,
                              int column) {
  constexpr int kRows = 16;
  __m512 sum[kRows];
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i) sum[i] = _mm512_loadu_ps(of.c + of.rows[row + i].dword + column);
  for (int at = 0; at < k; ++at) {
    const __m512 columns = b.at(at, n, column);
    const float* const a = of.a + at * n + row;
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i) sum[i] = _mm512_fmadd_ps(_mm512_set1_ps(a[i]), columns, sum[i]);
  }
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i) _mm512_storeu_ps(of.d + of.rows[row + i].dword + column, canonical(sum[i]));
}

/// Multiplies four rows by sixteen columns.
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

/// Whether D overlaps B: then B must be read completely before.
bool writes_columns(const DensePlan& plan, const DenseRegisters& r) {
  const MatrixInstruction& i = *plan.instruction;
  const std::ptrdiff_t of_b = std::ptrdiff_t(i.blocks) * i.k * i.n * i.b.bits / 32,
                       of_d = std::ptrdiff_t(i.blocks) * i.m * i.n;
  return r.d < r.b + of_b && r.b < r.d + of_d;
}

/// Multiplies 16-bit operands: rows of A become floats in memory, from where each is broadcast; columns of B
/// are read from the wave's registers when they are needed.
template <Elements kElements>
LOCKSTEP_V4 void chain_narrow(const DensePlan& plan, const DenseRegisters& registers) {
  alignas(64) float a[kMostDenseElements];
  const MatrixInstruction& i = *plan.instruction;
  const int elements = i.k * i.n;
  for (int v = 0; v < i.blocks * i.k; ++v)
    for (int row = 0; row < i.m; row += 16)
      _mm512_store_ps(a + v * i.m + row,
                      floats_of<kElements>(registers.a, plan.places->a[std::size_t(v)], row));
  for (int block = 0; block < i.blocks; ++block) {
    const Block of{a + block * elements, nullptr, &plan.places->c[std::size_t(block * i.m)],
                   reinterpret_cast<const float*>(registers.c), reinterpret_cast<float*>(registers.d)};
    const SixteenColumns<kElements> b{nullptr, registers.b, &plan.places->b[std::size_t(block * i.k)]};
    for (int row = 0; row < i.m; row += 16)
      for (int column = 0; column < i.n; column += 16) chain_square<kElements>(of, b, i.k, i.n, row, column);
  }
}

LOCKSTEP_V4 void chain_decoded(const Block& of, int k, int n, int row, int column) {
  chain_square<Elements::floats>(of, {of.b, nullptr, nullptr}, k, n, row, column);
}

}  // namespace

LOCKSTEP_V3 bool dense_chain_v3(const DensePlan& plan, const DenseRegisters& registers) {
  chain_blocks<Columns8>(plan, registers, 4, chain_strip);
  return true;
}
LOCKSTEP_V4 bool dense_chain_v4(const DensePlan& plan, const DenseRegisters& registers) {
  const bool alike = *plan.a == *plan.b && !writes_columns(plan, registers);
  if (alike && *plan.b == formats::bfloat16)
    chain_narrow<Elements::bfloats>(plan, registers);
  else if (alike && *plan.b == formats::float16)
    chain_narrow<Elements::halves>(plan, registers);
  else
    chain_blocks<Columns16>(plan, registers, 16, chain_decoded);
  return true;
}

}  // namespace lockstep::matrix
#endif
