// Operands as integers, by what the host has.
#pragma once

#include "emulator/arithmetic/matrix/fast/decoded.hpp"

namespace lockstep::matrix {

/// Decodes operands, and e2m1 in registers, to Decoding::integers.
using DecodeIntegers = void(Shape shape, Side side, const Operand& operand, DecodedOperand& out);
using DecodeNibbles = void(Shape shape, Side side, const std::uint32_t* const* registers,
                           DecodedOperand& out);
DecodeIntegers decode_integers_v3, decode_integers_vnni;
DecodeNibbles decode_nibbles_v3, decode_nibbles_vnni;

}  // namespace lockstep::matrix
