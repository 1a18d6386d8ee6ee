// Private memory (scratch): a byte array per lane, addressed by offset from the lane's own base. No program
// sees how the hardware interleaves these arrays in memory, a dword of each lane in turn.
#pragma once

#include "emulator/machine/transfers/transfer.hpp"

namespace lockstep::machine {

extern const Moves kScratchMoves;

/// Whether the lanes' bytes lie within the scratch that the kernel asked for; if not, `stop` says why.
bool inside_scratch(Wave& wave, const Pending& pending, Step& stop);

}  // namespace lockstep::machine
