// The offset of ds_swizzle_b32, which the assembly language writes as a pattern.
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep::isa {

/// `swizzle(QUAD_PERM,0,1,2,3)`, `swizzle(BITMASK_PERM,"01pip")`, and BROADCAST, REVERSE, SWAP, ROTATE, FFT:
/// into a 16-bit field that moves lanes as the instruction's does; bits without effect are 0. Patterns: LLVM
/// AMDGPUModifierSyntax, "swizzle"; encodings: "MI300 ISA", DS_SWIZZLE_B32.
bool read_swizzle(std::string_view text, std::int64_t& offset);

}  // namespace lockstep::isa
