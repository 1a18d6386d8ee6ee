// gfx1250's transposing loads, of LDS and of memory: what lanes of a group fetched they exchange.
#pragma once

#include "emulator/machine/waves/pending.hpp"

namespace lockstep::machine {

/// Of an operation that has loaded: its elements, and what of them is undefined.
void exchange_elements(Pending& pending);

}  // namespace lockstep::machine
