// Operands as floats.
#include "emulator/matrix/fast/decoded_halves.hpp"

namespace lockstep::matrix {
namespace {

LOCKSTEP_DECODE_VALUES(decode_values_baseline, , decode_side)

}  // namespace

void decode_values(InstructionSet set, Shape shape, Side side, const Operand& operand, DecodedOperand& out) {
#if defined(__x86_64__)
  if (set >= InstructionSet::v4) return decode_values_v4(shape, side, operand, out.values.data());
  if (set == InstructionSet::v3) return decode_values_v3(shape, side, operand, out.values.data());
#endif
  decode_values_baseline(shape, side, operand, out.values.data());
}

bool decode_values(InstructionSet set, Shape shape, Side side, const formats::Format& format,
                   const std::uint32_t* const* registers, DecodedOperand& out) {
#if defined(__x86_64__)
  if (set == InstructionSet::baseline || !is_scaled_half(format)) return false;
  return set >= InstructionSet::v4 ? decode_bytes_v4(shape, side, format, registers, out.values.data())
                                   : decode_bytes_v3(shape, side, format, registers, out.values.data());
#else
  return false;
#endif
}

}  // namespace lockstep::matrix
