// Flat operations: each lane's address itself selects device memory, the workgroup's LDS or the lane's own
// scratch.
//
// An operation is split by space. vmcnt counts lanes in memory and scratch, lgkmcnt lanes in LDS; whichever
// spaces its lanes use, it counts one on each (CDNA3 ISA, "Flat memory instructions"). The part in LDS leaves
// lgkmcnt at any time, but accesses LDS in the order of issue.
#pragma once

#include <memory>

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// Issues a flat operation whose lane addresses, data and destination are set.
Step issue_flat(Wave& wave, std::unique_ptr<Pending> all);

}  // namespace lockstep::machine
