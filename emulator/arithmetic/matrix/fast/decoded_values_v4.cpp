// Operands as floats, on hosts with AVX-512.
#include "emulator/arithmetic/matrix/fast/decoded_halves.hpp"
#include "host/intrinsics.hpp"

#if LOCKSTEP_X86_64

namespace lockstep::matrix {
namespace {

class Halves16 {
 public:
  LOCKSTEP_V4 explicit Halves16(const formats::Format& f)
      : unit_(_mm512_set1_ps(half_unit(f))),
        down_(_mm_cvtsi32_si128(f.mantissa_bits - 2)),
        kept_(_mm256_set1_epi16(std::int16_t(0x8000 | 0x7F << (10 - f.mantissa_bits)))) {}

  /// Converts codes in the upper bytes: shifted to an f16's position a code has copies of its sign in the
  /// bits above its exponent, of which only the topmost is kept.
  LOCKSTEP_INLINE LOCKSTEP_V4 __m512 values(__m256i codes) const {
    const __m256i half = _mm256_and_si256(_mm256_sra_epi16(codes, down_), kept_);
    return _mm512_mul_ps(_mm512_cvtph_ps(half), unit_);
  }

 private:
  __m512 unit_;
  __m128i down_;
  __m256i kept_;
};

/// Decodes 16 codes in their order.
LOCKSTEP_INLINE LOCKSTEP_V4 __m512 values_of(const Halves16& halves, __m128i codes) {
  return halves.values(_mm256_slli_epi16(_mm256_cvtepu8_epi16(codes), 8));
}

template <Shape kShape>
LOCKSTEP_V4 void decode_side_v4(Side side, const Operand& operand, float* values) {
  if (!is_scaled_half(*operand.format) || any_special(operand, kShape.elements()))
    return decode_side<kShape>(side, operand, values);
  alignas(64) std::uint8_t ordered[kShape.elements()];
  side == Side::rows ? order_by_fours<kShape>(operand.codes, ordered)
                     : order_by_k<kShape>(operand.codes, ordered);
  const Halves16 halves(*operand.format);
  for (int i = 0; i < kShape.elements(); i += 16)
    _mm512_storeu_ps(values + i,
                     values_of(halves, _mm_loadu_si128(reinterpret_cast<const __m128i*>(ordered + i))));
}

LOCKSTEP_V4 bool any_special(const formats::Format& f, const std::uint32_t* const* registers) {
  const __m512i magnitude = _mm512_set1_epi8(char(f.magnitude_mask()));
  const __m512i largest = _mm512_set1_epi8(char(formats::largest_finite(f)));
  __mmask64 any = 0;
  for (int r = 0; r < 8; ++r)
    for (int lane = 0; lane < kLanes; lane += 16)
      any |= _mm512_cmpgt_epu8_mask(_mm512_and_si512(_mm512_loadu_si512(registers[r] + lane), magnitude),
                                    largest);
  return any != 0;
}

/// Decodes four k of 16 rows or columns, one a dword, to [row][k], or [k][column].
LOCKSTEP_INLINE LOCKSTEP_V4 void decode_rows(const Halves16& halves, __m512i dwords, float* out) {
  _mm512_storeu_ps(out, values_of(halves, _mm512_castsi512_si128(dwords)));
  _mm512_storeu_ps(out + 16, values_of(halves, _mm512_extracti32x4_epi32(dwords, 1)));
  _mm512_storeu_ps(out + 32, values_of(halves, _mm512_extracti32x4_epi32(dwords, 2)));
  _mm512_storeu_ps(out + 48, values_of(halves, _mm512_extracti32x4_epi32(dwords, 3)));
}
template <Shape kShape>
LOCKSTEP_INLINE LOCKSTEP_V4 void decode_columns(const Halves16& halves, __m512i dwords, float* out) {
  const __m256i lower = _mm512_cvtepi32_epi16(dwords);
  const __m256i upper = _mm512_cvtepi32_epi16(_mm512_srli_epi32(dwords, 16));
  _mm512_storeu_ps(out, halves.values(_mm256_slli_epi16(lower, 8)));
  _mm512_storeu_ps(out + kShape.n, halves.values(lower));
  _mm512_storeu_ps(out + 2 * kShape.n, halves.values(_mm256_slli_epi16(upper, 8)));
  _mm512_storeu_ps(out + 3 * kShape.n, halves.values(upper));
}

// Decodes registers. A dword of a lane is four consecutive k of one row or column, its neighbours' are of the
// next.
template <Shape kShape>
LOCKSTEP_V4 void decode_dwords(Side side, const formats::Format& f, const std::uint32_t* const* registers,
                               float* values) {
  constexpr int kGroups = kLanes / kShape.m, kInLane = 4;  // registers of consecutive k
  const Halves16 halves(f);
  for (int r = 0; r < 8; ++r)
    for (int lane = 0; lane < kLanes; lane += 16) {
      const __m512i dwords = _mm512_loadu_si512(registers[r] + lane);
      const int chunk = kGroups * (r / kInLane) + lane / kShape.m;
      float* const four = values + (chunk * kInLane + r % kInLane) * 4 * kShape.m;
      side == Side::rows ? decode_rows(halves, dwords, four + 4 * (lane % kShape.m))
                         : decode_columns<kShape>(halves, dwords, four + lane % kShape.n);
    }
}
}  // namespace

LOCKSTEP_DECODE_VALUES(decode_values_v4, , decode_side_v4)

bool decode_bytes_v4(Shape shape, Side side, const formats::Format& format,
                     const std::uint32_t* const* registers, float* values) {
  if (any_special(format, registers)) return false;
  shape == k16x16x128 ? decode_dwords<k16x16x128>(side, format, registers, values)
                      : decode_dwords<k32x32x64>(side, format, registers, values);
  return true;
}

}  // namespace lockstep::matrix
#endif
