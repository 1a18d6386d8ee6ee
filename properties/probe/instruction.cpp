#include "instruction.hpp"

#include <fmt/format.h>

#include <array>

#include "emulator/matrix/operand_format.hpp"

namespace lockstep::probe {

namespace {

constexpr std::array kInstructions{
    Instruction{"v_mfma_scale_f32_16x16x128_f8f6f4", matrix::k16x16x128, true, "scaled_16x16x128"},
    Instruction{"v_mfma_f32_16x16x128_f8f6f4", matrix::k16x16x128, false, "plain_16x16x128"},
    Instruction{"v_mfma_scale_f32_32x32x64_f8f6f4", matrix::k32x32x64, true, "scaled_32x32x64"},
    Instruction{"v_mfma_f32_32x32x64_f8f6f4", matrix::k32x32x64, false, "plain_32x32x64"},
};

}  // namespace

std::span<const Instruction> instructions() {
  return kInstructions;
}

const Instruction* find_instruction(std::string_view name) {
  for (const Instruction& i : kInstructions)
    if (i.name == name) return &i;
  return nullptr;
}

std::string symbol(const Instruction& instruction, const formats::Format& format) {
  return fmt::format("{}_format{}", instruction.symbol, matrix::operand_selector(format));
}

}  // namespace lockstep::probe
