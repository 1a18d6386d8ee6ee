// Summation::exact of operands that are small integers times a power of two, e2m1 in halves, e2m3 in eighths;
// and Summation::fma_chain over whole blocks of them, in which no partial sum needs more than 24 bits, so
// that no addition of the chain rounds.
//
// VPDPBUSD multiplies bytes, unsigned by signed, and adds four products to an integer of 32 bits. B's
// integers are made unsigned by adding kIntegerBias; that much of A's sum is taken off again.
#include <array>

#include "emulator/matrix/decode_table.hpp"
#include "emulator/matrix/decoded.hpp"
#include "emulator/matrix/exact_tile.hpp"
#include "emulator/matrix/intrinsics.hpp"
#include "emulator/matrix/transpose.hpp"
#include "reference/formats/formats.hpp"

#if defined(__x86_64__)

namespace lockstep::matrix {
namespace {

#define LOCKSTEP_BYTES LOCKSTEP_TARGET("arch=x86-64-v4,avx512vnni")

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
  const auto is = [&](const formats::Format& other) { return &f == &other || f == other; };
  if (is(formats::float4_e2m1fn)) return &kE2m1;
  return is(formats::float6_e2m3fn) ? &kE2m3 : nullptr;
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

/// What the bias of B adds to the sum of each block of A. The sums of eight bytes fit in 16 bits: of four
/// registers they go side by side into one, whose quarters are then added.
LOCKSTEP_BYTES void sum_excess(const std::uint8_t* rows, std::int32_t* excess) {
  constexpr int kRegisters = 4, kBytes = 64, kOffset = 128;  // added to a byte, none is below 0
  static_assert(kBytes == 2 * kScaleBlock);
  for (int block = 0; block < kOperandScales; block += 2 * kRegisters) {
    __m512i eights[kRegisters];
    for (int i = 0; i < kRegisters; ++i)
      eights[i] =
          _mm512_sad_epu8(_mm512_xor_si512(_mm512_loadu_si512(rows + block * kScaleBlock + i * kBytes),
                                           _mm512_set1_epi8(char(kOffset))),
                          _mm512_setzero_si512());
    const __m512i even = _mm512_or_si512(eights[0], _mm512_slli_epi64(eights[1], 16));
    const __m512i odd = _mm512_or_si512(eights[2], _mm512_slli_epi64(eights[3], 16));
    __m512i sums = _mm512_or_si512(even, _mm512_slli_epi64(odd, 32));
    sums = _mm512_add_epi16(sums, _mm512_permutex_epi64(sums, 0b01'00'11'10));
    sums = _mm512_add_epi16(sums, _mm512_permutex_epi64(sums, 0b10'11'00'01));
    // [half of a register][register]: the halves are two blocks.
    const __m128i first = _mm512_castsi512_si128(sums), second = _mm512_extracti32x4_epi32(sums, 2);
    const __m256i blocks = _mm256_cvtepi16_epi32(_mm_unpacklo_epi16(first, second));
    const __m256i without = _mm256_sub_epi32(blocks, _mm256_set1_epi32(kScaleBlock * kOffset));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(excess + block),
                        _mm256_mullo_epi32(without, _mm256_set1_epi32(kIntegerBias)));
  }
}

LOCKSTEP_BYTES void decode_rows(const Operand& a, DecodedOperand& out) {
  decode(*integers_of(*a.format), a.format->bits, 0, a.codes, out.integers.data());
  sum_excess(out.integers.data(), out.excess.data());
}

template <Shape kShape>
LOCKSTEP_BYTES void decode_columns(const Operand& b, DecodedOperand& out) {
  alignas(64) std::uint8_t by_fours[kOperandElements];
  order_by_fours<kShape>(b.codes, by_fours);
  decode(*integers_of(*b.format), b.format->bits, kIntegerBias, by_fours, out.integers.data());
}

/// Both operands as integers, decoded here where they are not yet.
template <Shape kShape>
struct Integral {
  const DecodedOperand *a, *b;
  DecodedOperand own_a, own_b;

  LOCKSTEP_BYTES Integral(const Operand& of_a, const Operand& of_b) : a(of_a.decoded), b(of_b.decoded) {
    if (a == nullptr) decode_rows(of_a, own_a);
    if (b == nullptr) decode_columns<kShape>(of_b, own_b);
    a = a != nullptr ? a : &own_a;
    b = b != nullptr ? b : &own_b;
  }
};

/// A row's sum over a block with 16 columns, of whose integers `fours` are eight times four k.
constexpr int kFours = kScaleBlock / 4;
LOCKSTEP_BYTES inline __m512i sum_block(const std::uint8_t* row, std::int32_t excess, const __m512i* fours) {
  __m512i sum = _mm512_set1_epi32(-excess);
  for (int i = 0; i < kFours; ++i) {
    std::int32_t four;
    std::memcpy(&four, row + 4 * i, sizeof four);
    sum = _mm512_dpbusd_epi32(sum, fours[i], _mm512_set1_epi32(four));
  }
  return sum;
}

/// Calls take(row, block, column, sums of 16 columns from there on) for all.
template <Shape kShape, typename Take>
LOCKSTEP_BYTES LOCKSTEP_INLINE void sum_blocks(const DecodedOperand& a, const DecodedOperand& b,
                                               const Take& take) {
  constexpr int kBlocks = kShape.blocks();
  for (int column = 0; column < kShape.n; column += kLanes16)
    for (int block = 0; block < kBlocks; ++block) {
      __m512i fours[kFours];
      for (int i = 0; i < kFours; ++i)
        fours[i] =
            _mm512_loadu_si512(&b.integers[std::size_t(4 * ((block * kFours + i) * kShape.n + column))]);
      for (int row = 0; row < kShape.m; ++row)
        take(row, block, column,
             sum_block(&a.integers[std::size_t(row * kShape.k + block * kScaleBlock)],
                       a.excess[std::size_t(row * kBlocks + block)], fours));
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

/// Of the product of two integers.
int unit_exponent(const Operand& a, const Operand& b) {
  const auto unit = [](const formats::Format& f) { return f.emin() - f.mantissa_bits; };
  return unit(*a.format) + unit(*b.format);
}

template <Shape kShape>
LOCKSTEP_BYTES void multiply_tile(const Operand& a, const Operand& b, const float* c, float* d) {
  const Integral<kShape> integral(a, b);
  ByteBlocks<kShape> blocks;
  blocks.unit = power_of_two(unit_exponent(a, b));
  sum_blocks<kShape>(*integral.a, *integral.b,
                     [&](int row, int block, int column, __m512i sums) LOCKSTEP_BYTES {
                       _mm512_storeu_si512(blocks.sums[column / kLanes16][row][block], sums);
                     });
  multiply_blocks<Columns16, kShape>(a, b, blocks, c, d);
}

/// The sum of each block times its scales, rounded once by VSCALEFPS, and added to acc with another rounding.
template <Shape kShape>
LOCKSTEP_BYTES void chain_tile(const Operand& a, const Operand& b, const float* c, float* d) {
  const Integral<kShape> integral(a, b);
  alignas(64) float row_exponents[kOperandScales], column_exponents[kOperandScales];
  decode_row_exponents(a.scales, row_exponents);
  decode_column_exponents<kShape>(b.scales, column_exponents);
  const auto unit = float(unit_exponent(a, b));
  for (float& exponent : row_exponents) exponent += unit;
  constexpr int kElements = kShape.m * kShape.n;
  if (c != d) std::memmove(d, c, sizeof(float) * kElements);
  sum_blocks<kShape>(
      *integral.a, *integral.b, [&](int row, int block, int column, __m512i sums) LOCKSTEP_BYTES {
        const __m512 exponent = _mm512_add_ps(_mm512_set1_ps(row_exponents[row * kShape.blocks() + block]),
                                              _mm512_loadu_ps(column_exponents + block * kShape.n + column));
        float* const to = d + row * kShape.n + column;
        _mm512_storeu_ps(
            to, _mm512_add_ps(_mm512_loadu_ps(to), _mm512_scalef_ps(_mm512_cvtepi32_ps(sums), exponent)));
      });
  for (int i = 0; i < kElements; ++i) d[i] = d[i] == d[i] ? d[i] : kNaN;
}

}  // namespace

bool are_integers(const formats::Format& a, const formats::Format& b) {
  return integers_of(a) != nullptr && integers_of(b) != nullptr;
}

void decode_integers(Shape shape, Side side, const Operand& operand, DecodedOperand& out) {
  if (side == Side::rows) return decode_rows(operand, out);
  if (shape == k16x16x128) return decode_columns<k16x16x128>(operand, out);
  return decode_columns<k32x32x64>(operand, out);
}

void multiply_exact_vnni(const Facts& facts, Shape shape, const Operand& a, const Operand& b, const float* c,
                         float* d) {
  if (is_narrow(shape) || !are_integers(*a.format, *b.format))
    return multiply_exact_v4(facts, shape, a, b, c, d);
  if (shape == k16x16x128) return multiply_tile<k16x16x128>(a, b, c, d);
  return multiply_tile<k32x32x64>(a, b, c, d);
}

void multiply_fma_chain_vnni(const Facts& facts, Shape shape, const Operand& a, const Operand& b,
                             const float* c, float* d) {
  if (is_narrow(shape) || !are_integers(*a.format, *b.format) || facts.step != kScaleBlock)
    return multiply_fma_chain_v4(facts, shape, a, b, c, d);
  if (shape == k16x16x128) return chain_tile<k16x16x128>(a, b, c, d);
  return chain_tile<k32x32x64>(a, b, c, d);
}

}  // namespace lockstep::matrix
#else
namespace lockstep::matrix {
bool are_integers(const formats::Format&, const formats::Format&) {
  return false;
}
void decode_integers(Shape, Side, const Operand&, DecodedOperand&) {}
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
