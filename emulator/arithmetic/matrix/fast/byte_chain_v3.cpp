// Summation::fma_chain over whole blocks of small integers, in which no partial sum needs more than 24 bits,
// so that no addition of the chain rounds.
//
// VPMADDUBSW multiplies bytes, unsigned by signed, and adds two products to an integer of 16 bits. B's
// integers are made unsigned by adding kIntegerBias; what that adds to a sum, the sum begins below zero.
#include "emulator/arithmetic/matrix/fast/chain_v3.hpp"
#include "emulator/arithmetic/matrix/fast/decoded.hpp"
#include "emulator/arithmetic/matrix/fast/kernels.hpp"
#include "reference/formats/formats.hpp"

#if LOCKSTEP_X86_64

namespace lockstep::matrix {
namespace {

using v3::kParts;
using v3::kRows;
using v3::Sums;

/// The sums of blocks. `kFours` groups of four k are added up in 16 bits, then in 32.
template <Shape kShape, int kFours>
struct SumBytes {
  const DecodedPair& pair;

  LOCKSTEP_INLINE LOCKSTEP_V3 void operator()(int row, int column, int k, Sums& sums) const {
    const std::int32_t* const start = &pair.a->start[std::size_t(k / kScaleBlock * kShape.m + row)];
    __m256i totals[kRows][kParts];
#pragma GCC unroll 4
    for (int i = 0; i < kRows; ++i) totals[i][0] = totals[i][1] = _mm256_set1_epi32(start[i]);
    for (int four = k / 4; four < (k + kScaleBlock) / 4; four += kFours) add_fours(row, column, four, totals);
#pragma GCC unroll 4
    for (int i = 0; i < kRows; ++i)
#pragma GCC unroll 2
      for (int p = 0; p < kParts; ++p) sums[i][p] = _mm256_cvtepi32_ps(totals[i][p]);
  }

 private:
  LOCKSTEP_INLINE LOCKSTEP_V3 void add_fours(int row, int column, int first,
                                             __m256i (&totals)[kRows][kParts]) const {
    __m256i pairs[kRows][kParts];
#pragma GCC unroll 4
    for (int i = 0; i < kRows; ++i) pairs[i][0] = pairs[i][1] = _mm256_setzero_si256();
    for (int four = first; four < first + kFours; ++four) {
      const std::uint8_t* const of_rows = &pair.a->integers[std::size_t(4 * (four * kShape.m + row))];
      const auto* const of_columns =
          reinterpret_cast<const __m256i*>(&pair.b->integers[std::size_t(4 * (four * kShape.n + column))]);
      const __m256i columns[kParts] = {_mm256_loadu_si256(of_columns), _mm256_loadu_si256(of_columns + 1)};
#pragma GCC unroll 4
      for (int i = 0; i < kRows; ++i) {
        std::int32_t four_of_row = 0;
        std::memcpy(&four_of_row, of_rows + std::ptrdiff_t{4} * i, sizeof four_of_row);
        const __m256i of_row = _mm256_set1_epi32(four_of_row);
#pragma GCC unroll 2
        for (int p = 0; p < kParts; ++p)
          pairs[i][p] = _mm256_add_epi16(pairs[i][p], _mm256_maddubs_epi16(columns[p], of_row));
      }
    }
#pragma GCC unroll 4
    for (int i = 0; i < kRows; ++i)
#pragma GCC unroll 2
      for (int p = 0; p < kParts; ++p)
        totals[i][p] = _mm256_add_epi32(totals[i][p], _mm256_madd_epi16(pairs[i][p], _mm256_set1_epi16(1)));
  }
};

/// A sum of bytes is below 2^17 in units of at least 2^-6: scales within 2^+-kFarthest keep it normal.
constexpr int kFarthest = 55;

template <Shape kShape, Order kOrder, int kFours>
LOCKSTEP_V3 void chain_bytes(const Operand& a, const Operand& b, const float* c, float* d) {
  const DecodedPair pair(SimdLevel::v3, Decoding::integers, kShape, a, b);
  const SumBytes<kShape, kFours> sum{pair};
  const int unit = unit_exponent(*a.format, *b.format);
  using Fused = v3::FusedScales<kShape, kOrder, kFarthest>;
  if (NearScales<kShape, kOrder, kFarthest>::are_near(a, b))
    return v3::chain_steps<kShape, kOrder>(kScaleBlock, Fused(a, b, unit), sum, c, d);
  v3::chain_steps<kShape, kOrder>(kScaleBlock, v3::AnyScales<kShape, kOrder>(a, b, unit), sum, c, d);
}

/// A block's sum of pairs of e2m1, at most 12, times B, at most 60 + kIntegerBias, fits 16 bits; of e2m3, at
/// most 60, the sum of eight k does.
template <Shape kShape, Order kOrder>
LOCKSTEP_V3 void chain_bytes(const Operand& a, const Operand& b, const float* c, float* d) {
  static_assert(8 * 2 * 12 * (60 + kIntegerBias) < 1 << 15 && 2 * 2 * 60 * (60 + kIntegerBias) < 1 << 15);
  if (*a.format == formats::float4_e2m1fn) return chain_bytes<kShape, kOrder, kScaleBlock / 4>(a, b, c, d);
  return chain_bytes<kShape, kOrder, 2>(a, b, c, d);
}

template <Order kOrder>
LOCKSTEP_V3 void chain_bytes(Shape shape, const Operand& a, const Operand& b, const float* c, float* d) {
  if (shape == k16x16x128) return chain_bytes<k16x16x128, kOrder>(a, b, c, d);
  return chain_bytes<k32x32x64, kOrder>(a, b, c, d);
}

}  // namespace

#define LOCKSTEP_BYTE_CHAIN(NAME, ORDER, OTHERWISE)                                                          \
  void NAME(const Facts& facts, Shape shape, const Operand& a, const Operand& b, const float* c, float* d) { \
    if (is_narrow(shape) || !are_integers(*a.format, *b.format) || !sums_blocks_as_bytes(facts))             \
      return OTHERWISE(facts, shape, a, b, c, d);                                                            \
    return chain_bytes<ORDER>(shape, a, b, c, d);                                                            \
  }
LOCKSTEP_BYTE_CHAIN(multiply_byte_chain_v3, Order::matrices, multiply_fma_chain_v3)
LOCKSTEP_BYTE_CHAIN(multiply_byte_chain_v4, Order::matrices, multiply_fma_chain_v4)
LOCKSTEP_BYTE_CHAIN(multiply_byte_chain_v3_registers, Order::registers, multiply_fma_chain_v3_registers)
LOCKSTEP_BYTE_CHAIN(multiply_byte_chain_v4_registers, Order::registers, multiply_fma_chain_v4_registers)

}  // namespace lockstep::matrix
#endif
