// What an assembly line says after its operands.
#pragma once

#include <string_view>

#include "emulator/isa/instruction.hpp"

namespace lockstep::isa {

/// Reads one word (`offen`, `offset:16`, `op_sel:[0,1]`, `vmcnt(3)`, `row_shl:1`) into the modifiers. False
/// when the word is none that is known, or its value does not fit.
bool read_modifier(std::string_view word, Modifiers& modifiers);

/// `hwreg(HW_REG_MODE, 4, 2)`: the register's number into offset, the first bit into offset0, the bits into
/// offset1.
bool read_hardware_register(std::string_view text, Modifiers& modifiers);

/// `gpr_idx(SRC0,DST)`: a bit each for SRC0, SRC1, SRC2 and DST, from the lowest on, into offset.
bool read_register_index(std::string_view text, Modifiers& modifiers);

}  // namespace lockstep::isa
