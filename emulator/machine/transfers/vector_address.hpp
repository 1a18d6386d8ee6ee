// Address generation of buffer, global, flat and scratch operations.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// Fills addresses, ranges and owners of `pending`. On failure says why in `stop` and returns false.
bool buffer_addresses(Wave& wave, const PreparedInstruction& prepared, Pending& pending, Step& stop);
/// Of global and flat operations: the lanes' addresses alone; and, where they lie in device memory, who owns
/// the bytes there.
bool lane_addresses(Wave& wave, const PreparedInstruction& prepared, Pending& pending, Step& stop);
bool find_owners(Wave& wave, const PreparedInstruction& prepared, Pending& pending, Step& stop);

}  // namespace lockstep::machine
