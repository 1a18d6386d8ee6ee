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
  bool (*concerns)(const Instruction& instruction) = nullptr;
  std::string_view effect;
  std::string_view source;
};
std::span<const Erratum> errata();

/// nullptr: none is known of the instruction.
const Erratum* find_erratum(const Instruction& instruction, arch::Set archs);

}  // namespace lockstep::isa
