// gfx1250's transposing loads, of LDS and of memory: the lanes of a group exchange the elements that they
// fetched.
#pragma once

#include "emulator/machine/waves/pending.hpp"

namespace lockstep::machine {

/// Exchanges the elements of an operation that has loaded, and their shadow.
void exchange_elements(Pending& pending);

}  // namespace lockstep::machine
