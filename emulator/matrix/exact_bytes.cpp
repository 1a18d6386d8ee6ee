// Summation::exact of operands that are small integers times a power of two, e2m1 in halves, e2m3 in eighths;
// and Summation::fma_chain over whole blocks of them, in which no partial sum needs more than 24 bits, so
// that no addition of the chain rounds.
//
// VPDPBUSD multiplies bytes, unsigned by signed, and adds four products to an integer of 32 bits. A's
// integers are made unsigned by adding kBias; that much of B's sum is taken off again.
#include <array>

#include "emulator/matrix/decode_table.hpp"
#include "emulator/matrix/exact_tile.hpp"
#include "emulator/matrix/kernels.hpp"
#include "emulator/matrix/transpose.hpp"
#include "reference/formats/formats.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

namespace lockstep::matrix {
namespace {

#define LOCKSTEP_BYTES LOCKSTEP_TARGET("arch=x86-64-v4,avx512vnni")

constexpr int kBias = 64;
constexpr int kLanes16 = 16;

/// Codes of up to 6 bits to integers, in units of the smallest subnormal: [code / 16], then [code % 16] four
/// times over, once for each part of a register that a shuffle works on.
using Integers = std::array<std::array<std::int8_t, 64>, 4>;

constexpr Integers integers(const formats::Format& f) {
  Integers all{};
  for (std::uint32_t code = 0; code < 64; ++code)
    for (std::uint32_t part = 0; part < 64; part += 16)
      all[code / 16][part + code % 16] = std::int8_t(formats::to_double(f, code & f.code_mask()) *
                                                     formats::power_of_two(f.mantissa_bits - f.emin()));
  return all;
}

constexpr Integers kE2m1 = integers(formats::float4_e2m1fn), kE2m3 = integers(formats::float6_e2m3fn);

const Integers* integers_of(const formats::Format& f) {
  if (f == formats::float4_e2m1fn) return &kE2m1;
  return f == formats::float6_e2m3fn ? &kE2m3 : nullptr;
}

/// out = table[code] + bias.
LOCKSTEP_BYTES void decode(const Integers& table, int bits, int bias, const std::uint8_t* codes,
                           std::uint8_t* out) {
  __m512i part[4];
  for (std::size_t i = 0; i < 4; ++i) part[i] = _mm512_loadu_si512(table[i].data());
  for (int i = 0; i < kOperandElements; i += 64) {
    const __m512i code = _mm512_loadu_si512(codes + i);
    const __m512i low = _mm512_and_si512(code, _mm512_set1_epi8(15));
    __m512i value = _mm512_shuffle_epi8(part[0], low);
    if (bits > 4) {
      const __mmask64 bit4 = _mm512_test_epi8_mask(code, _mm512_set1_epi8(16));
      const __mmask64 bit5 = _mm512_test_epi8_mask(code, _mm512_set1_epi8(32));
      value = _mm512_mask_shuffle_epi8(value, bit4, part[1], low);
      value = _mm512_mask_shuffle_epi8(value, bit5, part[2], low);
      value = _mm512_mask_shuffle_epi8(value, bit5 & bit4, part[3], low);
    }
    _mm512_storeu_si512(out + i, _mm512_add_epi8(value, _mm512_set1_epi8(char(bias))));
  }
}

/// sums[row][block] of 16 columns; a is [row][k], b [k / 4][column][k % 4] from the first of the columns on.
template <Shape kShape>
LOCKSTEP_BYTES void sum_blocks(const std::uint8_t* a, const std::uint8_t* b, std::int32_t* sums) {
  constexpr int kK = kShape.k, kBlocks = kShape.blocks(), kFours = kScaleBlock / 4;
  for (int block = 0; block < kBlocks; ++block) {
    __m512i fours[kFours], excess = _mm512_setzero_si512();
    for (int i = 0; i < kFours; ++i) {
      fours[i] = _mm512_loadu_si512(b + (block * kFours + i) * 4 * kShape.n);
      excess = _mm512_dpbusd_epi32(excess, _mm512_set1_epi8(kBias), fours[i]);
    }
    const __m512i start = _mm512_sub_epi32(_mm512_setzero_si512(), excess);
    for (int row = 0; row < kShape.m; ++row) {
      __m512i sum = start;
      for (int i = 0; i < kFours; ++i) {
        std::int32_t four;
        std::memcpy(&four, a + row * kK + block * kScaleBlock + 4 * i, sizeof four);
        sum = _mm512_dpbusd_epi32(sum, _mm512_set1_epi32(four), fours[i]);
      }
      _mm512_storeu_si512(sums + (row * kBlocks + block) * kLanes16, sum);
    }
  }
}

template <Shape kShape>
struct ByteBlocks {
  static constexpr int kParts = 1, kRows = 1, kBlocks = kShape.blocks();
  bool exact = true;
  double unit;
  alignas(64) std::int32_t sums[kShape.n / kLanes16][kShape.m][kBlocks][kLanes16];

  LOCKSTEP_INLINE void sum(int row, int column, int block, WideFloats<Columns16> (*wide)[1]) const {
    const auto strip = load<StripInts<Columns16>>(sums[column / kLanes16][row][block]);
    wide[0][0] = widen_to_doubles<Columns16>(strip);
  }
};

template <Shape kShape>
LOCKSTEP_BYTES void sum_tile(const Operand& a, const Operand& b, ByteBlocks<kShape>& blocks) {
  alignas(64) std::uint8_t by_fours[kOperandElements], rows[kOperandElements], columns[kOperandElements];
  order_by_fours<kShape>(b.codes, by_fours);
  decode(*integers_of(*a.format), a.format->bits, kBias, a.codes, rows);
  decode(*integers_of(*b.format), b.format->bits, 0, by_fours, columns);
  blocks.unit = power_of_two(decode_table(*a.format).unit + decode_table(*b.format).unit);
  for (int column = 0; column < kShape.n; column += kLanes16)
    sum_blocks<kShape>(rows, columns + 4 * column, blocks.sums[column / kLanes16][0][0]);
}

template <Shape kShape>
LOCKSTEP_BYTES void multiply_tile(const Operand& a, const Operand& b, const float* c, float* d) {
  ByteBlocks<kShape> blocks;
  sum_tile<kShape>(a, b, blocks);
  multiply_blocks<Columns16, kShape>(a, b, blocks, c, d);
}

/// The sum of each block times its scales, rounded, and added to acc with another rounding.
template <Shape kShape>
LOCKSTEP_INLINE void chain_blocks(const Scales& scales, const ByteBlocks<kShape>& blocks, const float* c,
                                  float* d) {
  constexpr int kBlocks = kShape.blocks(), kHalf = kLanes16 / 2;
  for (int row = 0; row < kShape.m; ++row)
    for (int column = 0; column < kShape.n; column += kHalf) {
      auto acc = load<Floats<Columns16>>(c + row * kShape.n + column);
      for (int block = 0; block < kBlocks; ++block) {
        const std::int32_t* sums = blocks.sums[column / kLanes16][row][block] + column % kLanes16;
        const auto sum = convert<Doubles<Columns16>>(load<Ints<Columns16>>(sums));
        const auto scale = scales.rows[row * kBlocks + block] *
                           load<Doubles<Columns16>>(scales.columns + block * kShape.n + column);
        acc += convert<Floats<Columns16>>(sum * scale);
      }
      store(d + row * kShape.n + column, acc == acc ? acc : Floats<Columns16>{} + kNaN);
    }
}

template <Shape kShape>
LOCKSTEP_BYTES void chain_tile(const Operand& a, const Operand& b, const float* c, float* d) {
  ByteBlocks<kShape> blocks;
  sum_tile<kShape>(a, b, blocks);
  Scales scales;
  decode_row_scales(a.scales, scales.rows);
  for (double& scale : scales.rows) scale *= blocks.unit;
  decode_column_scales<kShape>(b.scales, scales.columns);
  chain_blocks<kShape>(scales, blocks, c, d);
}

/// As integers both operands are small enough.
bool are_integers(const Operand& a, const Operand& b) {
  return integers_of(*a.format) != nullptr && integers_of(*b.format) != nullptr;
}

}  // namespace

void multiply_exact_vnni(const Facts& facts, Shape shape, const Operand& a, const Operand& b, const float* c,
                         float* d) {
  if (is_narrow(shape) || !are_integers(a, b)) return multiply_exact_v4(facts, shape, a, b, c, d);
  if (shape == k16x16x128) return multiply_tile<k16x16x128>(a, b, c, d);
  return multiply_tile<k32x32x64>(a, b, c, d);
}

void multiply_fma_chain_vnni(const Facts& facts, Shape shape, const Operand& a, const Operand& b,
                             const float* c, float* d) {
  if (is_narrow(shape) || !are_integers(a, b) || facts.step != kScaleBlock)
    return multiply_fma_chain_v4(facts, shape, a, b, c, d);
  if (shape == k16x16x128) return chain_tile<k16x16x128>(a, b, c, d);
  return chain_tile<k32x32x64>(a, b, c, d);
}

}  // namespace lockstep::matrix
#else
namespace lockstep::matrix {
void multiply_exact_vnni(const Facts& facts, Shape shape, const Operand& a, const Operand& b, const float* c,
                         float* d) {
  multiply_exact_v4(facts, shape, a, b, c, d);
}
void multiply_fma_chain_vnni(const Facts& facts, Shape shape, const Operand& a, const Operand& b,
                             const float* c, float* d) {
  multiply_fma_chain_v4(facts, shape, a, b, c, d);
}
}  // namespace lockstep::matrix
#endif
