// Instructions that silicon is known to execute wrongly at times.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "emulator/isa/instruction.hpp"

namespace lockstep::isa {

struct Erratum {
  std::string_view name;
  arch::Set archs = 0;
  bool (*concerns)(const Instruction& instruction) = nullptr;  ///< the instruction that goes wrong
  /// The erratum needs a matrix instruction of another wave of the SIMD whose A or B the next one reads
  /// again: one finding says it of a kernel.
  bool beside_reused_operands = false;
  std::string_view effect;
  std::string_view help = {};  ///< what a user can do
  std::string_view source;
};
std::span<const Erratum> errata();

}  // namespace lockstep::isa
