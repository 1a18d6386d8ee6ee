// gfx1250's copies between memory and LDS in which each lane has an address of both.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// Sets how a copy moves its bytes; its addresses are set, lds_address among them. The LDS bytes of a load
/// are undefined until it is done.
void set_copy_moves(Wave& wave, Pending& pending);

}  // namespace lockstep::machine
