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
#include <string_view>

#include "emulator/isa/instruction.hpp"

namespace lockstep::isa {

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
