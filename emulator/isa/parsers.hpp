// The parts of a line's parser: operands, and what follows them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "emulator/isa/instruction.hpp"
#include "emulator/isa/operand.hpp"

namespace lockstep::isa {

// One operand of an assembly line.

/// Reads `v5`, `-|v[2:3]|`, `sext(v1)`, `vcc`, `0x3f`, `-0.5`, `neg(1.0)`, `off`; `hwreg(…)`, `sendmsg(…)`
/// and `gpr_idx(…)` are Kind::text. nullopt when it is none of these.
std::optional<Operand> read_operand(std::string_view text);

// The offset of ds_swizzle_b32, which the assembly language writes as a pattern.

/// `swizzle(QUAD_PERM,0,1,2,3)`, `swizzle(BITMASK_PERM,"01pip")`, and BROADCAST, REVERSE, SWAP, ROTATE, FFT:
/// into a 16-bit field that moves lanes as the instruction's does; bits without effect are 0. Patterns: LLVM
/// AMDGPUModifierSyntax, "swizzle"; encodings: "MI300 ISA", DS_SWIZZLE_B32.
bool read_swizzle(std::string_view text, std::int64_t& offset);

// What an assembly line says after its operands.

/// Reads one word (`offen`, `offset:16`, `op_sel:[0,1]`, `vmcnt(3)`, `row_shl:1`) into the modifiers. False
/// when the word is none that is known, or its value does not fit.
bool read_modifier(std::string_view word, Modifiers& modifiers);

/// `hwreg(HW_REG_MODE, 4, 2)`: the register's number into offset, the first bit into offset0, the bits into
/// offset1.
bool read_hardware_register(std::string_view text, Modifiers& modifiers);

/// `gpr_idx(SRC0,DST)`: a bit each for SRC0, SRC1, SRC2 and DST, from the lowest on, into offset.
bool read_register_index(std::string_view text, Modifiers& modifiers);

}  // namespace lockstep::isa
