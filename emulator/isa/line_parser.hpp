// A line of AMDGPU assembly, as LLVM's disassembler prints it, into its parts.
//
// Grammar: LLVM AMDGPUInstructionSyntax, AMDGPUOperandSyntax, AMDGPUModifierSyntax. The reader accepts any
// text and crashes on none; what it cannot read is named in Instruction::unreadable, and the operands before
// it are kept.
//
// Numbers are given as written. The 16-bit immediates of s_movk_i32, s_addk_i32, s_mulk_i32 and s_cmpk_*, and
// branch distances, are 0..65535: whoever executes them extends their sign. hwreg(ID, FIRST, BITS) is an
// operand of Kind::text whose fields go to modifiers.offset, offset0 and offset1; gpr_idx(…) goes to offset.
// Modifiers::op_sel is the encoding's field: bit 3 is the destination, even where the line lists it third.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "emulator/isa/instruction.hpp"
#include "emulator/isa/operand.hpp"

namespace lockstep::isa {

// The parts of a line's parser: operands, and what follows them.

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

/// `address` and `size` are copied; semantics and roles stay unbound (roles.hpp).
Instruction read_line(std::string_view text, std::uint64_t address, std::uint32_t size);

// gfx1250's pairs of vector instructions are VOPD and VOPD3: `v_dual_mov_b32 v0, v1 :: v_dual_add_f32 v2, v3,
// v4`. Both halves read their sources before either writes. A pair becomes two instructions of a program,
// each with a row of its own, in an order in which that makes no difference.

/// Whether a disassembler's line is a pair.
bool is_pair(std::string_view line);

struct Pair {
  Instruction first, second;
};
/// The line of `size` bytes at `address`, with semantics. The second half continues the first. Where each
/// writes what the other reads, no order does, and both are unreadable.
Pair read_pair(std::string_view line, std::uint64_t address, std::uint32_t size, arch::Set archs);

}  // namespace lockstep::isa
