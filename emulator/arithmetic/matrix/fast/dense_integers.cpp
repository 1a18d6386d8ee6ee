// Products of bytes, added to 32-bit integers modulo 2^32: the order does not matter, so the pairs of k are
// those that are easily taken out of a dword.
#include "emulator/arithmetic/matrix/fast/dense_multiplication.hpp"
#include "host/intrinsics.hpp"

#if LOCKSTEP_X86_64
namespace lockstep::matrix {
namespace {

constexpr int kTogether = 4;  ///< k in a dword

/// Pairs of 16-bit integers, [block][k / 2][row or column]: each dword gives the pairs k = 0, 2 and k = 1, 3.
struct Pairs {
  alignas(64) std::uint32_t a[kMostDenseElements / 2], b[kMostDenseElements / 2];
};

LOCKSTEP_INLINE void spread_bytes(const std::vector<VectorPlace>& places, int n, const std::uint32_t* from,
                                  std::uint32_t* out) {
  for (std::size_t k = 0; k < places.size(); k += kTogether, out += 2 * n) {
    const std::uint32_t* const dwords = from + places[k].dword;
    for (int j = 0; j < n; ++j) {
      const std::uint32_t x = dwords[j];
      const auto extended = [](std::uint32_t byte) { return std::uint32_t(std::int32_t(byte << 24) >> 24); };
      out[j] = (extended(x) & 0xFFFF) | extended(x >> 16) << 16;
      out[n + j] = (extended(x >> 8) & 0xFFFF) | extended(x >> 24) << 16;
    }
  }
}

struct Block {
  const std::uint32_t *a, *b;
  const VectorPlace* rows;
  const std::uint32_t* c;
  std::uint32_t* d;
};

/// Multiplies sixteen rows by sixteen columns.
LOCKSTEP_V4 void add_square(const Block& of, int pairs, int n, int row, int column) {
  constexpr int kRows = 16;
  __m512i sum[kRows];
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i) sum[i] = _mm512_loadu_si512(of.c + of.rows[row + i].dword + column);
  for (int p = 0; p < pairs; ++p) {
    const __m512i columns = _mm512_loadu_si512(of.b + p * n + column);
    const std::uint32_t* const a = of.a + p * n + row;
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i)
      sum[i] = _mm512_add_epi32(sum[i], _mm512_madd_epi16(_mm512_set1_epi32(int(a[i])), columns));
  }
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i) _mm512_storeu_si512(of.d + of.rows[row + i].dword + column, sum[i]);
}

LOCKSTEP_INLINE LOCKSTEP_V3 __m256i load8(const std::uint32_t* from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}

/// Multiplies eight rows by eight columns, sixteen at a time.
LOCKSTEP_V3 void add_strip(const Block& of, int pairs, int n, int row, int column) {
  constexpr int kRows = 8, kPart = 8;
  for (int at = column; at < column + 16; at += kPart) {
    __m256i sum[kRows];
#pragma GCC unroll 8
    for (int i = 0; i < kRows; ++i) sum[i] = load8(of.c + of.rows[row + i].dword + at);
    for (int p = 0; p < pairs; ++p) {
      const __m256i columns = load8(of.b + p * n + at);
      const std::uint32_t* const a = of.a + p * n + row;
#pragma GCC unroll 8
      for (int i = 0; i < kRows; ++i)
        sum[i] = _mm256_add_epi32(sum[i], _mm256_madd_epi16(_mm256_set1_epi32(int(a[i])), columns));
    }
#pragma GCC unroll 8
    for (int i = 0; i < kRows; ++i)
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(of.d + of.rows[row + i].dword + at), sum[i]);
  }
}

template <typename Piece>
LOCKSTEP_INLINE void add_blocks(const DensePlan& plan, const DenseRegisters& registers, int rows,
                                const Piece& piece) {
  const MatrixInstruction& i = *plan.instruction;
  Pairs pairs;
  spread_bytes(plan.places->a, i.m, registers.a, pairs.a);
  spread_bytes(plan.places->b, i.n, registers.b, pairs.b);
  const int dwords = i.k / 2 * i.n;
  for (int block = 0; block < i.blocks; ++block) {
    const Block of{pairs.a + block * dwords, pairs.b + block * dwords,
                   &plan.places->c[std::size_t(block * i.m)], registers.c, registers.d};
    for (int row = 0; row < i.m; row += rows)
      for (int column = 0; column < i.n; column += 16) piece(of, i.k / 2, i.n, row, column);
  }
}

}  // namespace

LOCKSTEP_V3 bool dense_integers_v3(const DensePlan& plan, const DenseRegisters& registers) {
  add_blocks(plan, registers, 8, add_strip);
  return true;
}
LOCKSTEP_V4 bool dense_integers_v4(const DensePlan& plan, const DenseRegisters& registers) {
  add_blocks(plan, registers, 16, add_square);
  return true;
}

}  // namespace lockstep::matrix
#endif
