// The matrix instructions that are probed, and the kernels that issue them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "emulator/arithmetic/matrix/layouts/layout_table.hpp"
#include "reference/formats/format.hpp"

namespace lockstep::probe {

struct Instruction {
  std::string_view name;  ///< the mnemonic and, where it is not e8m0, the format of the scales
  std::string_view arch;
  const matrix::MatrixInstruction* row;  ///< shape, element types, places
  const formats::Format* scale;          ///< of the scales; nullptr: without
  std::string_view symbol;               ///< of the kernel; f8f6f4: up to the format

  bool scaled() const { return scale != nullptr; }
};

/// Of one arch; empty when none of its instructions can be probed.
std::span<const Instruction> instructions(std::string_view arch);
/// Of all archs.
std::span<const Instruction> instructions();
/// "gfx950, gfx942 and gfx1250".
std::string probed_archs();

/// nullptr when the arch has no such instruction, or it is not probed.
const Instruction* find_instruction(std::string_view arch, std::string_view name);

/// Whether there is a kernel that issues the instruction on operands of this format.
bool has_kernel(const Instruction& instruction, const formats::Format& format);
/// Its name in the image of matrix_probe.
std::string symbol(const Instruction& instruction, const formats::Format& format);

}  // namespace lockstep::probe
