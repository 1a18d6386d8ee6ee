// Transposing loads: lanes of a group exchange elements of what they fetched.
#pragma once

#include <array>

#include "emulator/machine/waves/pending.hpp"
#include "emulator/machine/waves/registers.hpp"

namespace lockstep::machine {

/// Transposes groups of sixteen lanes, whose data are rows of 16 elements: lane l's element n becomes element
/// l of row n. `data` is indexed by dword, of which bits * per_lane / 32 are used; `bits` of an element: 4,
/// 6, 8 or 16. As the CDNA4 ISA describes DS_READ_B64_TR_B8 and the like.
void transpose_groups(int bits, int per_lane, std::array<Lanes, 4>& data);

/// Exchanges the elements of an operation that has loaded, and their shadow.
void exchange_elements(Pending& pending);

}  // namespace lockstep::machine
