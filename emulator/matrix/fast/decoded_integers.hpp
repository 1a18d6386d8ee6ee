// Operands as integers, by what the host has.
#pragma once

#include "emulator/matrix/fast/decoded.hpp"

namespace lockstep::matrix {

/// decode_integers() of codes.
void decode_integers_v3(Shape shape, Side side, const Operand& operand, DecodedOperand& out);
void decode_integers_vnni(Shape shape, Side side, const Operand& operand, DecodedOperand& out);

/// ... and of e2m1 in registers.
void decode_nibbles_v3(Shape shape, Side side, const std::uint32_t* const* registers, DecodedOperand& out);
void decode_nibbles_vnni(Shape shape, Side side, const std::uint32_t* const* registers, DecodedOperand& out);

}  // namespace lockstep::matrix
