// Flat operations: each lane's address says by itself whether it lies in device memory, in the workgroup's
// LDS or in the lane's own scratch.
//
// An operation is dealt out to its spaces. Lanes in memory and scratch are done when vmcnt says so, lanes in
// LDS when lgkmcnt does, and whatever the lanes, it counts one on each (CDNA3 ISA, "Flat memory
// instructions"). LDS's part leaves lgkmcnt at any moment, but touches LDS in the order of issue.
#pragma once

#include <memory>

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// Issues an operation that has its lanes' flat addresses, its data and its destination.
Step issue_flat(Wave& wave, std::unique_ptr<Pending> all);

}  // namespace lockstep::machine
