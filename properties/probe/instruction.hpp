// The matrix instructions that are probed, and the kernels that issue them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "emulator/matrix/shape.hpp"
#include "reference/formats/format.hpp"

namespace lockstep::probe {

struct Instruction {
  std::string_view name;  ///< the mnemonic
  matrix::Shape shape;
  bool scaled;
  std::string_view symbol;  ///< of the kernel, up to the format
};

inline constexpr std::string_view kArch = "gfx950";

std::span<const Instruction> instructions();

/// nullptr when there is no such mnemonic.
const Instruction* find_instruction(std::string_view name);

/// The kernel in the image of matrix_probe that issues the instruction on operands of this format.
std::string symbol(const Instruction& instruction, const formats::Format& format);

}  // namespace lockstep::probe
