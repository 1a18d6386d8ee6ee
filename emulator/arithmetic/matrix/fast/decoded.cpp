#include "emulator/arithmetic/matrix/fast/decoded.hpp"

#include "emulator/arithmetic/matrix/fast/gather.hpp"

namespace lockstep::matrix {

void decode(SimdLevel level, Decoding decoding, Shape shape, Side side, const Operand& operand,
            DecodedOperand& out) {
  if (decoding == Decoding::integers) decode_integers(level, shape, side, operand, out);
  if (decoding == Decoding::values) decode_values(level, shape, side, operand, out);
}

void decode_registers(SimdLevel level, Decoding decoding, Shape shape, Side side,
                      const formats::Format& format, const std::uint32_t* const* registers,
                      DecodedOperand& out) {
  if (decoding == Decoding::none) return;
  if (decoding == Decoding::integers && decode_integers(level, shape, side, format, registers, out)) return;
  if (decoding == Decoding::values && decode_values(level, shape, side, format, registers, out)) return;
  alignas(64) std::array<std::uint8_t, kOperandElements> codes;
  gather_operand(shape, format, registers, codes.data());
  decode(level, decoding, shape, side, {&format, codes.data(), nullptr}, out);
}

DecodedPair::DecodedPair(SimdLevel level, Decoding decoding, Shape shape, const Operand& of_a,
                         const Operand& of_b)
    : a(of_a.decoded), b(of_b.decoded) {
  if (a == nullptr) decode(level, decoding, shape, Side::rows, of_a, own_a_);
  if (b == nullptr) decode(level, decoding, shape, Side::columns, of_b, own_b_);
  a = a != nullptr ? a : &own_a_;
  b = b != nullptr ? b : &own_b_;
}

}  // namespace lockstep::matrix
