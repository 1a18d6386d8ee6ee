// The element formats of the f8f6f4 family and the selectors that name them.
#pragma once

#include "reference/formats/format.hpp"

namespace lockstep::matrix {

inline constexpr int kOperandFormats = 5;

/// The format that CBSZ (for A) or BLGP (for B) selects: 0 e4m3fn, 1 e5m2, 2 e2m3, 3 e3m2, 4 e2m1, else
/// nullptr. Source: LLVM AMDGPU, clang's AMDGPU builtins.
const formats::Format* operand_format(int selector);

/// The selector of a format; -1 when it is not one of the five.
int operand_selector(const formats::Format& format);

/// 32-bit registers per lane that hold an operand: 8, 6 or 4 for 8, 6 or 4-bit elements, 32 of them per lane.
int operand_registers(const formats::Format& format);

}  // namespace lockstep::matrix
