// Operands as small integers, on hosts with AVX2.
#include "emulator/arithmetic/matrix/fast/decoded_integers.hpp"
#include "emulator/arithmetic/matrix/fast/integer_table.hpp"
#include "emulator/arithmetic/matrix/fast/transpose.hpp"
#include "host/intrinsics.hpp"

#if LOCKSTEP_X86_64

namespace lockstep::matrix {
namespace {

LOCKSTEP_INLINE LOCKSTEP_V3 __m256i load_bytes(const void* from) {
  return _mm256_loadu_si256(static_cast<const __m256i*>(from));
}
LOCKSTEP_INLINE LOCKSTEP_V3 void store_bytes(void* to, __m256i bytes) {
  _mm256_storeu_si256(static_cast<__m256i*>(to), bytes);
}

/// What is added to the integers of a side.
LOCKSTEP_V3 __m256i bias_of(Side side) {
  return _mm256_set1_epi8(char(side == Side::columns ? kIntegerBias : 0));
}

/// All ones in the bytes in which `bit` is set.
LOCKSTEP_INLINE LOCKSTEP_V3 __m256i has_bit(__m256i codes, int bit) {
  const __m256i mask = _mm256_set1_epi8(char(bit));
  return _mm256_cmpeq_epi8(_mm256_and_si256(codes, mask), mask);
}

/// Looks up codes: out = table[code] + bias.
LOCKSTEP_V3 void decode(const Integers& table, int bits, __m256i bias, const std::uint8_t* codes,
                        std::uint8_t* out) {
  __m256i part[4];
  for (std::size_t i = 0; i < 4; ++i) part[i] = load_bytes(table[i].data());
  for (int i = 0; i < kOperandElements; i += 32) {
    const __m256i code = load_bytes(codes + i);
    const __m256i low = _mm256_and_si256(code, _mm256_set1_epi8(15));
    __m256i value = _mm256_shuffle_epi8(part[0], low);
    if (bits > 4) {
      const __m256i bit4 = has_bit(code, 16), bit5 = has_bit(code, 32);
      value = _mm256_blendv_epi8(value, _mm256_shuffle_epi8(part[1], low), bit4);
      const __m256i upper =
          _mm256_blendv_epi8(_mm256_shuffle_epi8(part[2], low), _mm256_shuffle_epi8(part[3], low), bit4);
      value = _mm256_blendv_epi8(value, upper, bit5);
    }
    store_bytes(out + i, _mm256_add_epi8(value, bias));
  }
}

/// Spreads four 4-bit codes in the lower half of each dword, whose upper half is 0, to one per byte, and
/// looks them up.
LOCKSTEP_INLINE LOCKSTEP_V3 __m256i decode_nibbles(__m256i table, __m256i bias, __m256i dwords) {
  const __m256i pairs =
      _mm256_and_si256(_mm256_or_si256(dwords, _mm256_slli_epi32(dwords, 8)), _mm256_set1_epi32(0x00FF00FF));
  const __m256i codes =
      _mm256_and_si256(_mm256_or_si256(pairs, _mm256_slli_epi32(pairs, 4)), _mm256_set1_epi8(15));
  return _mm256_add_epi8(_mm256_shuffle_epi8(table, codes), bias);
}

// Decodes registers of e2m1. A dword of a lane is eight consecutive k of one row or column, its neighbours'
// are of the next.
template <Shape kShape>
LOCKSTEP_V3 void decode_dwords(Side side, const std::uint32_t* const* registers, std::uint8_t* out) {
  constexpr int kRegisters = 4, kFours = 2;  // registers in a lane, fours in a dword
  const __m256i table = load_bytes(kE2m1[0].data()), bias = bias_of(side);
  for (int r = 0; r < kRegisters; ++r)
    for (int lane = 0; lane < kLanes; lane += 8) {
      const __m256i dwords = load_bytes(registers[r] + lane);
      const int four = kFours * (kRegisters * (lane / kShape.m) + r);
      std::uint8_t* const first = out + std::ptrdiff_t{4} * (four * kShape.m + lane % kShape.m);
      store_bytes(first, decode_nibbles(table, bias, _mm256_and_si256(dwords, _mm256_set1_epi32(0xFFFF))));
      store_bytes(first + std::ptrdiff_t{4} * kShape.m,
                  decode_nibbles(table, bias, _mm256_srli_epi32(dwords, 16)));
    }
}

/// Sets DecodedOperand::start: minus the sum of each row over a block, kIntegerBias times.
template <Shape kShape>
LOCKSTEP_V3 void sum_starts(const std::uint8_t* rows, std::int32_t* start) {
  constexpr int kFours = kScaleBlock / 4;
  for (int block = 0; block < kShape.blocks(); ++block)
    for (int row = 0; row < kShape.m; row += 8) {
      __m256i sum = _mm256_setzero_si256();
      for (int four = block * kFours; four < (block + 1) * kFours; ++four) {
        const __m256i integers = load_bytes(rows + std::ptrdiff_t{4} * (four * kShape.m + row));
        const __m256i pairs = _mm256_maddubs_epi16(_mm256_set1_epi8(kIntegerBias), integers);
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
      }
      store_bytes(start + block * kShape.m + row, _mm256_sub_epi32(_mm256_setzero_si256(), sum));
    }
}

template <Shape kShape>
LOCKSTEP_V3 void decode_codes(Side side, const Operand& operand, DecodedOperand& out) {
  alignas(64) std::uint8_t by_fours[kOperandElements];
  order_by_fours<kShape>(operand.codes, by_fours);
  decode(*integers_of(*operand.format), operand.format->bits, bias_of(side), by_fours, out.integers.data());
  if (side == Side::rows) sum_starts<kShape>(out.integers.data(), out.start.data());
}

template <Shape kShape>
LOCKSTEP_V3 void decode_registers(Side side, const std::uint32_t* const* registers, DecodedOperand& out) {
  decode_dwords<kShape>(side, registers, out.integers.data());
  if (side == Side::rows) sum_starts<kShape>(out.integers.data(), out.start.data());
}

}  // namespace

void decode_integers_v3(Shape shape, Side side, const Operand& operand, DecodedOperand& out) {
  if (shape == k16x16x128) return decode_codes<k16x16x128>(side, operand, out);
  return decode_codes<k32x32x64>(side, operand, out);
}

void decode_nibbles_v3(Shape shape, Side side, const std::uint32_t* const* registers, DecodedOperand& out) {
  shape == k16x16x128 ? decode_registers<k16x16x128>(side, registers, out)
                      : decode_registers<k32x32x64>(side, registers, out);
}

}  // namespace lockstep::matrix
#endif
