// Operands of 8 bits as floats by way of f16, which hosts convert in one instruction, subnormals included.
#pragma once

#include "emulator/arithmetic/matrix/fast/decode_codes.hpp"
#include "emulator/arithmetic/matrix/fast/decoded.hpp"

namespace lockstep::matrix {

/// Whether a code of the format, moved to the position of an f16, reads as its value divided by half_unit().
inline bool is_scaled_half(const formats::Format& f) {
  return f.bits == 8 && f.bias <= 15;
}
inline float half_unit(const formats::Format& f) {
  return float(1 << (15 - f.bias));
}

/// Decodes elements and, for formats with is_scaled_half(), registers without infinities and NaNs.
using DecodeCodes = void(Shape shape, Side side, const Operand& operand, float* values);
using DecodeRegisters = bool(Shape shape, Side side, const formats::Format& format,
                             const std::uint32_t* const* registers, float* values);
DecodeCodes decode_values_v3, decode_values_v4;
DecodeRegisters decode_bytes_v3, decode_bytes_v4;

template <Shape kShape>
LOCKSTEP_INLINE void decode_side(Side side, const Operand& operand, float* values) {
  side == Side::rows ? decode_by_fours<kShape>(operand, values) : decode_by_k<kShape>(operand, values);
}

/// Defines NAME(shape, side, operand, values) from the template SIDE<Shape>.
// NOLINTBEGIN(bugprone-macro-parentheses): a template's name takes none.
#define LOCKSTEP_DECODE_VALUES(NAME, TARGET, SIDE)                                  \
  TARGET void NAME(Shape shape, Side side, const Operand& operand, float* values) { \
    if (shape == k16x16x128) return SIDE<k16x16x128>(side, operand, values);        \
    if (shape == k32x32x64) return SIDE<k32x32x64>(side, operand, values);          \
    if (shape == k16x16x32) return SIDE<k16x16x32>(side, operand, values);          \
    return SIDE<k32x32x16>(side, operand, values);                                  \
  }
// NOLINTEND(bugprone-macro-parentheses)

}  // namespace lockstep::matrix
