#include "emulator/matrix/decoded.hpp"

#include "emulator/matrix/decode_codes.hpp"
#include "emulator/matrix/intrinsics.hpp"

namespace lockstep::matrix {
namespace {

template <Shape kShape>
LOCKSTEP_INLINE void decode_side(Side side, const Operand& operand, float* values) {
  side == Side::rows ? decode_rows<kShape>(operand, values) : decode_columns<kShape>(operand, values);
}

#define LOCKSTEP_DECODE_VALUES(NAME, TARGET, SIDE)                                  \
  TARGET void NAME(Shape shape, Side side, const Operand& operand, float* values) { \
    if (shape == k16x16x128) return SIDE<k16x16x128>(side, operand, values);        \
    if (shape == k32x32x64) return SIDE<k32x32x64>(side, operand, values);          \
    if (shape == k16x16x32) return SIDE<k16x16x32>(side, operand, values);          \
    return SIDE<k32x32x16>(side, operand, values);                                  \
  }
LOCKSTEP_DECODE_VALUES(values_baseline, , decode_side)
LOCKSTEP_DECODE_VALUES(values_v3, LOCKSTEP_TARGET("arch=x86-64-v3"), decode_side)

#if defined(__x86_64__)
/// Put where a half has them, exponent and mantissa read as another number: this times as much.
bool is_scaled_half(const formats::Format& f) {
  return f.bits == 8 && f.bias <= 15;
}

// The host converts halves, subnormal ones too, in one instruction. Sign-extended, a code shifted to a half's
// place has its sign in the bits above its exponent, of which only the topmost stays.
LOCKSTEP_V4 void decode_halves(const formats::Format& f, const std::uint8_t* codes, int count,
                               float* values) {
  const int shift = 10 - f.mantissa_bits;
  const __m512 unit = _mm512_set1_ps(float(1 << (15 - f.bias)));
  const __m128i up = _mm_cvtsi32_si128(shift);
  const __m256i kept = _mm256_set1_epi16(std::int16_t(0x8000 | 0x7F << shift));
  for (int i = 0; i < count; i += 16) {
    const __m256i code = _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(codes + i)));
    const __m256i half = _mm256_and_si256(_mm256_sll_epi16(code, up), kept);
    _mm512_storeu_ps(values + i, _mm512_mul_ps(_mm512_cvtph_ps(half), unit));
  }
}

template <Shape kShape>
LOCKSTEP_V4 void decode_side_v4(Side side, const Operand& operand, float* values) {
  if (!is_scaled_half(*operand.format) || any_special(operand, kShape.elements()))
    return decode_side<kShape>(side, operand, values);
  if (side == Side::rows) return decode_halves(*operand.format, operand.codes, kShape.elements(), values);
  alignas(64) std::uint8_t by_k[kShape.elements()];
  order_by_k<kShape>(operand.codes, by_k);
  decode_halves(*operand.format, by_k, kShape.elements(), values);
}
LOCKSTEP_DECODE_VALUES(values_v4, , decode_side_v4)
#else
constexpr auto values_v4 = values_v3;
#endif
#undef LOCKSTEP_DECODE_VALUES

constexpr std::array kDecodeValues{values_baseline, values_v3, values_v4, values_v4};

}  // namespace

void decode(InstructionSet set, Decoding decoding, Shape shape, Side side, const Operand& operand,
            DecodedOperand& out) {
  if (decoding == Decoding::integers) decode_integers(shape, side, operand, out);
  if (decoding == Decoding::values) kDecodeValues[std::size_t(set)](shape, side, operand, out.values.data());
}

}  // namespace lockstep::matrix
