// Inline constants and literals: the numbers that an operand field can hold, and the bits that they stand
// for.
#pragma once

#include <cstdint>

#include "emulator/isa/operand.hpp"
#include "emulator/isa/semantics.hpp"

namespace lockstep::isa {

/// A floating-point number that an operand field can hold: LLVM AMDGPUOperandSyntax, "Inline Constants".
struct InlineFloat {
  double magnitude;
  std::uint16_t f16;
  std::uint32_t f32;  ///< its high half is the bf16 encoding
  std::uint64_t f64;
};

inline constexpr InlineFloat kInlineFloats[] = {
    {0.5, 0x3800, 0x3F000000, 0x3FE0000000000000},
    {1.0, 0x3C00, 0x3F800000, 0x3FF0000000000000},
    {2.0, 0x4000, 0x40000000, 0x4000000000000000},
    {4.0, 0x4400, 0x40800000, 0x4010000000000000},
    {0.15915494309189532, 0x3118, 0x3E22F983, 0x3FC45F306DC9C882},  // 1 / (2 pi)
};

/// The row of a number as the assembly language writes it, up to its sign: 1 / (2 pi) is also spelt
/// 0.15915494. nullptr when there is none. Only 1 / (2 pi) has no negative.
constexpr const InlineFloat* find_inline_float(double number) {
  if (number == 0.15915494) return &kInlineFloats[4];
  const double magnitude = number < 0 ? -number : number;
  for (const InlineFloat& row : kInlineFloats) {
    if (row.magnitude == magnitude && (&row != &kInlineFloats[4] || number > 0)) return &row;
  }
  return nullptr;
}

/// The bits that an inline constant or a literal stands for, as an operand of a type sees it: 64 bits, or 32,
/// of which operands of 16 bits take the lower half unless op_sel says otherwise. Integers are sign-extended.
/// A number is an f16 or a bfloat in the lower half where the operand is one, a double where it has 64 bits,
/// and else binary32, of 16-bit integers too (LLVM: getInlineEncodingV216, getLit16IntEncoding,
/// getLitBF16Encoding). A literal of 64-bit operands is a double's upper half, and else extended, by its sign
/// if the operand is signed.
std::uint64_t constant_bits(const Operand& constant, Type type);

}  // namespace lockstep::isa
