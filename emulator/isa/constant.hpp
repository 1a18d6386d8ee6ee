// The bits that an inline constant or a literal stands for.
#pragma once

#include "emulator/isa/operand.hpp"
#include "emulator/isa/semantics.hpp"

namespace lockstep::isa {

/// As an operand of a type sees it: 64 bits, or 32, of which operands of 16 bits take the lower half unless op_sel
/// says otherwise. Integers are sign-extended. A number is an f16 or a bfloat in the lower half where the operand is
/// one, a double where it has 64 bits, and else binary32, of 16-bit integers too (LLVM: getInlineEncodingV216,
/// getLit16IntEncoding, getLitBF16Encoding). A literal of 64-bit operands is a double's upper half, and else extended,
/// by its sign if the operand is signed.
std::uint64_t constant_bits(const Operand& constant, Type type);

}  // namespace lockstep::isa
