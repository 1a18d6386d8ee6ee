// gfx1250's vector registers beyond the first 256: an instruction names registers of a bank of 256, and MODE says
// which bank each of its operands counts from (s_set_vgpr_msb).
//
// While MODE says the first bank of all, nothing here is asked. Else the instruction is executed as a copy that names
// the registers that are meant; copies are kept.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// The instruction as MODE's banks have it.
const PreparedInstruction& in_banks(Wave& wave, const PreparedInstruction& prepared);
/// It may be `prepared` itself that comes back.
const PreparedInstruction& in_banks(Wave& wave, const PreparedInstruction&& prepared) = delete;

}  // namespace lockstep::machine
