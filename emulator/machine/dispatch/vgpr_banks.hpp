// gfx1250's vector registers beyond the first 256: an instruction names registers of a bank of 256, and MODE
// says which bank each of its operands counts from (s_set_vgpr_msb).
//
// While MODE selects the first bank for all operands, nothing here runs. Otherwise a copy of the instruction
// that names the selected registers is executed; copies are kept.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// The instruction with the registers of the banks that MODE selects; `prepared` itself if they are the same.
const PreparedInstruction& in_banks(Wave& wave, const PreparedInstruction& prepared);
const PreparedInstruction& in_banks(Wave& wave, const PreparedInstruction&& prepared) = delete;

}  // namespace lockstep::machine
