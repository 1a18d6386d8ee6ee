// Operands as small integers, on hosts with VNNI.
#include "emulator/arithmetic/matrix/fast/decoded_integers.hpp"
#include "emulator/arithmetic/matrix/fast/integer_table.hpp"
#include "emulator/arithmetic/matrix/fast/transpose.hpp"
#include "host/intrinsics.hpp"

#if LOCKSTEP_X86_64

namespace lockstep::matrix {
namespace {

/// What is added to the integers of a side.
LOCKSTEP_V4_VNNI __m512i bias_of(Side side) {
  return _mm512_set1_epi8(char(side == Side::columns ? kIntegerBias : 0));
}

/// Looks up codes: out = table[code] + bias.
LOCKSTEP_V4_VNNI void decode(const Integers& table, int bits, __m512i bias, const std::uint8_t* codes,
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
    _mm512_storeu_si512(out + i, _mm512_add_epi8(value, bias));
  }
}

/// Spreads four 4-bit codes in the lower half of each dword, whose upper half is 0, to one per byte, and
/// looks them up.
LOCKSTEP_V4_VNNI inline __m512i decode_nibbles(__m512i table, __m512i bias, __m512i dwords) {
  const __m512i pairs =
      _mm512_and_si512(_mm512_or_si512(dwords, _mm512_slli_epi32(dwords, 8)), _mm512_set1_epi32(0x00FF00FF));
  const __m512i codes =
      _mm512_and_si512(_mm512_or_si512(pairs, _mm512_slli_epi32(pairs, 4)), _mm512_set1_epi8(15));
  return _mm512_add_epi8(_mm512_shuffle_epi8(table, codes), bias);
}

// Decodes registers of e2m1. A dword of a lane is eight consecutive k of one row or column, its neighbours'
// are of the next.
template <Shape kShape>
LOCKSTEP_V4_VNNI void decode_dwords(Side side, const std::uint32_t* const* registers, std::uint8_t* out) {
  constexpr int kRegisters = 4, kFours = 2;  // registers in a lane, fours in a dword
  const __m512i table = _mm512_loadu_si512(kE2m1[0].data()), bias = bias_of(side);
  for (int r = 0; r < kRegisters; ++r)
    for (int lane = 0; lane < kLanes; lane += 16) {
      const __m512i dwords = _mm512_loadu_si512(registers[r] + lane);
      const int four = kFours * (kRegisters * (lane / kShape.m) + r);
      std::uint8_t* first = out + 4 * (four * kShape.m + lane % kShape.m);
      _mm512_storeu_si512(first,
                          decode_nibbles(table, bias, _mm512_and_si512(dwords, _mm512_set1_epi32(0xFFFF))));
      _mm512_storeu_si512(first + std::ptrdiff_t{4} * kShape.m,
                          decode_nibbles(table, bias, _mm512_srli_epi32(dwords, 16)));
    }
}

/// Sets DecodedOperand::start: minus the sum of each row over a block, kIntegerBias times.
template <Shape kShape>
LOCKSTEP_V4_VNNI void sum_starts(const std::uint8_t* rows, std::int32_t* start) {
  constexpr int kFours = kScaleBlock / 4;
  for (int block = 0; block < kShape.blocks(); ++block)
    for (int row = 0; row < kShape.m; row += 16) {
      __m512i sum = _mm512_setzero_si512();
      for (int four = block * kFours; four < (block + 1) * kFours; ++four)
        sum = _mm512_dpbusd_epi32(sum, _mm512_set1_epi8(kIntegerBias),
                                  _mm512_loadu_si512(rows + std::ptrdiff_t{4} * (four * kShape.m + row)));
      _mm512_storeu_si512(start + block * kShape.m + row, _mm512_sub_epi32(_mm512_setzero_si512(), sum));
    }
}

template <Shape kShape>
LOCKSTEP_V4_VNNI void decode_codes(Side side, const Operand& operand, DecodedOperand& out) {
  alignas(64) std::uint8_t by_fours[kOperandElements];
  order_by_fours<kShape>(operand.codes, by_fours);
  decode(*integers_of(*operand.format), operand.format->bits, bias_of(side), by_fours, out.integers.data());
  if (side == Side::rows) sum_starts<kShape>(out.integers.data(), out.start.data());
}

template <Shape kShape>
LOCKSTEP_V4_VNNI void decode_registers(Side side, const std::uint32_t* const* registers,
                                       DecodedOperand& out) {
  decode_dwords<kShape>(side, registers, out.integers.data());
  if (side == Side::rows) sum_starts<kShape>(out.integers.data(), out.start.data());
}

}  // namespace

void decode_integers_vnni(Shape shape, Side side, const Operand& operand, DecodedOperand& out) {
  if (shape == k16x16x128) return decode_codes<k16x16x128>(side, operand, out);
  return decode_codes<k32x32x64>(side, operand, out);
}

void decode_nibbles_vnni(Shape shape, Side side, const std::uint32_t* const* registers, DecodedOperand& out) {
  shape == k16x16x128 ? decode_registers<k16x16x128>(side, registers, out)
                      : decode_registers<k32x32x64>(side, registers, out);
}

}  // namespace lockstep::matrix
#endif
