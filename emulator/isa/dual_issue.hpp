// gfx1250's pairs of vector instructions (VOPD and VOPD3: `v_dual_mov_b32 v0, v1 :: v_dual_add_f32 v2, v3,
// v4`).
//
// Both halves read their sources before either writes. A pair becomes two instructions of a program, each
// with a row of its own, in an order in which that makes no difference.
#pragma once

#include <string_view>

#include "emulator/isa/instruction.hpp"

namespace lockstep::isa {

/// Whether a disassembler's line is a pair.
bool is_pair(std::string_view line);

struct Pair {
  Instruction first, second;
};
/// The line of `size` bytes at `address`, with semantics. The second half continues the first. Where each
/// writes what the other reads, no order does, and both are unreadable.
Pair read_pair(std::string_view line, std::uint64_t address, std::uint32_t size, arch::Set archs);

}  // namespace lockstep::isa
