// The fields of gfx1250's s_wait_alu.
#pragma once

#include <optional>

#include "emulator/isa/instruction.hpp"

namespace lockstep::lint {

/// A field of the immediate: its place there, and its name in the line.
struct WaitAluField {
  const char* name;
  int first, bits;
};
inline constexpr WaitAluField kVaVdst{"va_vdst(", 12, 4}, kVaSdst{"va_sdst(", 9, 3},
    kVmVsrc{"vm_vsrc(", 2, 3}, kSaSdst{"sa_sdst(", 0, 1};

/// What an s_wait_alu allows to be under way of a field's kind; none: any number, or another instruction.
/// s_wait_idle is a wait for all.
std::optional<int> allowed(const isa::Instruction& instruction, const WaitAluField& field);

/// s_wait_alu 0, or s_wait_idle.
bool waits_for_all(const isa::Instruction& instruction);

}  // namespace lockstep::lint
