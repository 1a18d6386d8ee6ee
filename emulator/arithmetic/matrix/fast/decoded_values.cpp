// Operands as floats.

#include "emulator/arithmetic/matrix/fast/decode_codes.hpp"
#include "emulator/arithmetic/matrix/fast/decoded.hpp"
#include "host/intrinsics.hpp"

namespace lockstep::matrix {
namespace {

using DecodeCodes = void(Shape shape, Side side, const Operand& operand, float* values);
/// Decodes registers of a format with is_scaled_half(); false: an infinity or NaN is among them.
using DecodeRegisters = bool(Shape shape, Side side, const formats::Format& format,
                             const std::uint32_t* const* registers, float* values);

/// Whether a code of the format, moved to the position of an f16, reads as its value divided by half_unit().
bool is_scaled_half(const formats::Format& f) {
  return f.bits == 8 && f.bias <= 15;
}
[[maybe_unused]] float half_unit(const formats::Format& f) {
  return float(1 << (15 - f.bias));
}

namespace baseline {

template <Shape kShape>
LOCKSTEP_INLINE void decode_side(Side side, const Operand& operand, float* values) {
  side == Side::rows ? decode_by_fours<kShape>(operand, values) : decode_by_k<kShape>(operand, values);
}

void decode_codes(Shape shape, Side side, const Operand& operand, float* values) {
  if (shape == k16x16x128) return decode_side<k16x16x128>(side, operand, values);
  if (shape == k32x32x64) return decode_side<k32x32x64>(side, operand, values);
  if (shape == k16x16x32) return decode_side<k16x16x32>(side, operand, values);
  return decode_side<k32x32x16>(side, operand, values);
}

}  // namespace baseline

#if LOCKSTEP_X86_64
namespace v3 {

#define LOCKSTEP_LEVEL LOCKSTEP_V3
constexpr int kWidth = 8;
using HalfVector [[gnu::vector_size(2 * kWidth)]] = std::int16_t;
LOCKSTEP_INLINE LOCKSTEP_V3 __m256 to_floats(HalfVector halves) {
  return _mm256_cvtph_ps(__m128i(halves));
}
#include "emulator/arithmetic/matrix/fast/decoded_values.inc"
#undef LOCKSTEP_LEVEL

}  // namespace v3

namespace v4 {

#define LOCKSTEP_LEVEL LOCKSTEP_V4
constexpr int kWidth = 16;
using HalfVector [[gnu::vector_size(2 * kWidth)]] = std::int16_t;
LOCKSTEP_INLINE LOCKSTEP_V4 __m512 to_floats(HalfVector halves) {
  return _mm512_cvtph_ps(__m256i(halves));
}
#include "emulator/arithmetic/matrix/fast/decoded_values.inc"
#undef LOCKSTEP_LEVEL

}  // namespace v4
#endif

constexpr host::PerLevel<DecodeCodes> kDecodeCodes{
    baseline::decode_codes, LOCKSTEP_IF_X86_64(v3::decode_codes), LOCKSTEP_IF_X86_64(v4::decode_codes)};
constexpr host::PerLevel<DecodeRegisters> kDecodeRegisters{nullptr, LOCKSTEP_IF_X86_64(v3::decode_bytes),
                                                           LOCKSTEP_IF_X86_64(v4::decode_bytes)};

}  // namespace

void decode_values(SimdLevel level, Shape shape, Side side, const Operand& operand, DecodedOperand& out) {
  kDecodeCodes.at(level)(shape, side, operand, out.values.data());
}

bool decode_values(SimdLevel level, Shape shape, Side side, const formats::Format& format,
                   const std::uint32_t* const* registers, DecodedOperand& out) {
  DecodeRegisters* const decode = kDecodeRegisters.at(level);
  return decode != nullptr && is_scaled_half(format) &&
         decode(shape, side, format, registers, out.values.data());
}

}  // namespace lockstep::matrix
