// The floating-point numbers that an operand field can hold: LLVM AMDGPUOperandSyntax, "Inline Constants".
#pragma once

#include <cstdint>

namespace lockstep::isa {

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

}  // namespace lockstep::isa
