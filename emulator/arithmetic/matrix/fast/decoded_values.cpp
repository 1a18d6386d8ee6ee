// Operands as floats.
#include "emulator/arithmetic/matrix/fast/decoded_halves.hpp"

namespace lockstep::matrix {
namespace {

LOCKSTEP_DECODE_VALUES(decode_values_baseline, , decode_side)

constexpr host::PerLevel<DecodeCodes> kDecodeCodes{
    decode_values_baseline, LOCKSTEP_IF_X86_64(decode_values_v3), LOCKSTEP_IF_X86_64(decode_values_v4)};
constexpr host::PerLevel<DecodeRegisters> kDecodeRegisters{nullptr, LOCKSTEP_IF_X86_64(decode_bytes_v3),
                                                           LOCKSTEP_IF_X86_64(decode_bytes_v4)};

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
