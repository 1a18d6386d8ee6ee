#include "emulator/matrix/decoded.hpp"

#include "emulator/matrix/decode_codes.hpp"

namespace lockstep::matrix {
namespace {

template <Shape kShape>
LOCKSTEP_INLINE void decode_side(Side side, const Operand& operand, float* values) {
  side == Side::rows ? decode_rows<kShape>(operand, values) : decode_columns<kShape>(operand, values);
}

#define LOCKSTEP_DECODE_VALUES(NAME, TARGET)                                        \
  TARGET void NAME(Shape shape, Side side, const Operand& operand, float* values) { \
    if (shape == k16x16x128) return decode_side<k16x16x128>(side, operand, values); \
    if (shape == k32x32x64) return decode_side<k32x32x64>(side, operand, values);   \
    if (shape == k16x16x32) return decode_side<k16x16x32>(side, operand, values);   \
    return decode_side<k32x32x16>(side, operand, values);                           \
  }
LOCKSTEP_DECODE_VALUES(values_baseline, )
LOCKSTEP_DECODE_VALUES(values_v3, LOCKSTEP_TARGET("arch=x86-64-v3"))
LOCKSTEP_DECODE_VALUES(values_v4, LOCKSTEP_TARGET("arch=x86-64-v4"))
#undef LOCKSTEP_DECODE_VALUES

constexpr std::array kDecodeValues{values_baseline, values_v3, values_v4, values_v4};

}  // namespace

void decode(InstructionSet set, Decoding decoding, Shape shape, Side side, const Operand& operand,
            DecodedOperand& out) {
  if (decoding == Decoding::integers) decode_integers(shape, side, operand, out);
  if (decoding == Decoding::values) kDecodeValues[std::size_t(set)](shape, side, operand, out.values.data());
}

}  // namespace lockstep::matrix
