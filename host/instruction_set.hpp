// The x86-64 levels that vector code is compiled for, and which of them this host has.
#pragma once

namespace lockstep::host {

/// A function compiled for several levels gives the same bits on all; a host runs those up to its best.
/// v4_vnni is v4 with AVX-512's sums of bytes.
enum class InstructionSet { baseline, v3, v4, v4_vnni };
InstructionSet best_instruction_set();

}  // namespace lockstep::host
