// Address generation of buffer, global, flat and scratch operations.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// Sets addresses, ranges and owners of a buffer access. On failure `stop` says why, and it returns false.
bool buffer_addresses(Wave& wave, const PreparedInstruction& prepared, Pending& pending, Step& stop);
/// Sets the lanes' addresses of a global or flat access; for global ones also the owners. On failure it
/// returns false.
bool lane_addresses(Wave& wave, const PreparedInstruction& prepared, Pending& pending, Step& stop);
bool find_owners(Wave& wave, const PreparedInstruction& prepared, Pending& pending, Step& stop);

}  // namespace lockstep::machine
