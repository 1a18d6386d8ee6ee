// Operands as floats, on hosts with AVX2.
#include "emulator/arithmetic/matrix/fast/decoded_halves.hpp"
#include "host/intrinsics.hpp"

#if LOCKSTEP_X86_64

namespace lockstep::matrix {
namespace {

class Halves8 {
 public:
  LOCKSTEP_V3 explicit Halves8(const formats::Format& f)
      : unit_(_mm256_set1_ps(half_unit(f))),
        down_(_mm_cvtsi32_si128(f.mantissa_bits - 2)),
        kept_(_mm_set1_epi16(std::int16_t(0x8000 | 0x7F << (10 - f.mantissa_bits)))) {}

  /// Converts codes in the upper bytes: shifted to an f16's position a code has copies of its sign in the
  /// bits above its exponent, of which only the topmost is kept.
  LOCKSTEP_INLINE LOCKSTEP_V3 __m256 values(__m128i codes) const {
    const __m128i half = _mm_and_si128(_mm_sra_epi16(codes, down_), kept_);
    return _mm256_mul_ps(_mm256_cvtph_ps(half), unit_);
  }

 private:
  __m256 unit_;
  __m128i down_, kept_;
};

/// Decodes 16 codes in their order.
LOCKSTEP_INLINE LOCKSTEP_V3 void decode_in_order(const Halves8& halves, __m128i codes, float* out) {
  const __m128i none = _mm_setzero_si128();
  _mm256_storeu_ps(out, halves.values(_mm_unpacklo_epi8(none, codes)));
  _mm256_storeu_ps(out + 8, halves.values(_mm_unpackhi_epi8(none, codes)));
}

template <Shape kShape>
LOCKSTEP_V3 void decode_side_v3(Side side, const Operand& operand, float* values) {
  if (!is_scaled_half(*operand.format) || any_special(operand, kShape.elements()))
    return decode_side<kShape>(side, operand, values);
  alignas(64) std::uint8_t ordered[kShape.elements()];
  side == Side::rows ? order_by_fours<kShape>(operand.codes, ordered)
                     : order_by_k<kShape>(operand.codes, ordered);
  const Halves8 halves(*operand.format);
  for (int i = 0; i < kShape.elements(); i += 16)
    decode_in_order(halves, _mm_loadu_si128(reinterpret_cast<const __m128i*>(ordered + i)), values + i);
}

LOCKSTEP_INLINE LOCKSTEP_V3 __m256i load_lanes(const std::uint32_t* lanes) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(lanes));
}

LOCKSTEP_V3 bool any_special(const formats::Format& f, const std::uint32_t* const* registers) {
  const __m256i magnitude = _mm256_set1_epi8(char(f.magnitude_mask()));
  __m256i most = _mm256_setzero_si256();
  for (int r = 0; r < 8; ++r)
    for (int lane = 0; lane < kLanes; lane += 8)
      most = _mm256_max_epu8(most, _mm256_and_si256(load_lanes(registers[r] + lane), magnitude));
  const __m256i largest = _mm256_set1_epi8(char(formats::largest_finite(f)));
  return _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_max_epu8(most, largest), largest)) != -1;
}

/// Decodes four k of 8 rows or columns, one a dword, to [row][k], or [k][column].
LOCKSTEP_INLINE LOCKSTEP_V3 void decode_rows(const Halves8& halves, __m256i dwords, float* out) {
  decode_in_order(halves, _mm256_castsi256_si128(dwords), out);
  decode_in_order(halves, _mm256_extracti128_si256(dwords, 1), out + 16);
}
template <Shape kShape>
LOCKSTEP_INLINE LOCKSTEP_V3 void decode_columns(const Halves8& halves, __m256i dwords, float* out) {
  const __m256i lower = _mm256_and_si256(dwords, _mm256_set1_epi32(0xFFFF)),
                upper = _mm256_srli_epi32(dwords, 16);
  // A pack instruction alternates between the halves of its operands.
  const __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi32(lower, upper), 0b11'01'10'00);
  const __m128i first = _mm256_castsi256_si128(packed), second = _mm256_extracti128_si256(packed, 1);
  _mm256_storeu_ps(out, halves.values(_mm_slli_epi16(first, 8)));
  _mm256_storeu_ps(out + kShape.n, halves.values(first));
  _mm256_storeu_ps(out + 2 * kShape.n, halves.values(_mm_slli_epi16(second, 8)));
  _mm256_storeu_ps(out + 3 * kShape.n, halves.values(second));
}

// Decodes registers. A dword of a lane is four consecutive k of one row or column, its neighbours' are of the
// next.
template <Shape kShape>
LOCKSTEP_V3 void decode_dwords(Side side, const formats::Format& f, const std::uint32_t* const* registers,
                               float* values) {
  constexpr int kGroups = kLanes / kShape.m, kInLane = 4;  // registers of consecutive k
  const Halves8 halves(f);
  for (int r = 0; r < 8; ++r)
    for (int lane = 0; lane < kLanes; lane += 8) {
      const __m256i dwords = load_lanes(registers[r] + lane);
      const int chunk = kGroups * (r / kInLane) + lane / kShape.m;
      float* const four = values + (chunk * kInLane + r % kInLane) * 4 * kShape.m;
      side == Side::rows ? decode_rows(halves, dwords, four + 4 * (lane % kShape.m))
                         : decode_columns<kShape>(halves, dwords, four + lane % kShape.n);
    }
}

}  // namespace

LOCKSTEP_DECODE_VALUES(decode_values_v3, , decode_side_v3)

bool decode_bytes_v3(Shape shape, Side side, const formats::Format& format,
                     const std::uint32_t* const* registers, float* values) {
  if (any_special(format, registers)) return false;
  shape == k16x16x128 ? decode_dwords<k16x16x128>(side, format, registers, values)
                      : decode_dwords<k32x32x64>(side, format, registers, values);
  return true;
}

}  // namespace lockstep::matrix
#endif
