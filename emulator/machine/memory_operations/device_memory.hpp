// Moves of device memory operations: loads, stores and atomics on bytes whose owners are known.
#pragma once

#include "emulator/machine/transfers/transfer.hpp"

namespace lockstep::machine {

extern const Moves kMemoryMoves;

}  // namespace lockstep::machine
