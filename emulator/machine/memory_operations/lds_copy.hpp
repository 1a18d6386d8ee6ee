// gfx1250's copies between memory and LDS, of which each lane has an address of both.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// What moves the bytes of an operation that has its addresses, lds_address among them. What a load fills is undefined
/// until it does.
void set_copy_moves(Wave& wave, Pending& pending);

}  // namespace lockstep::machine
