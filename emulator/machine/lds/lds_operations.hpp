// Moves of LDS operations: lanes to LDS and back.
#pragma once

#include "emulator/machine/transfers/transfer.hpp"

namespace lockstep::machine {

extern const Moves kLdsMoves;

}  // namespace lockstep::machine
