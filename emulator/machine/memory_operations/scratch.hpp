// Private memory: a byte array per lane, addressed by offset from the lane's own base. How the hardware deals
// these arrays out to memory, a dword of each lane in turn, no program sees.
#pragma once

#include "emulator/machine/transfers/transfer.hpp"

namespace lockstep::machine {

extern const Moves kScratchMoves;

/// Whether the lanes' bytes lie within what the kernel asked for; if not, says why in `stop`.
bool inside_scratch(Wave& wave, const Pending& pending, Step& stop);

}  // namespace lockstep::machine
