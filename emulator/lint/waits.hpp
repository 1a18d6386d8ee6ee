// Registers used before the s_waitcnt that covers the operation that fills them, on some path.
//
// Both ways to go wrong: a register read too early, and one overwritten that the operation then overwrites in
// turn. The data of stores needs no wait on these archs: it is read as the store is issued. Flat accesses are
// taken to be of device memory, as the machine takes them: vmcnt says when they are done.
#pragma once

#include <vector>

#include "emulator/lint/finding.hpp"
#include "emulator/lint/operations.hpp"

namespace lockstep::lint {

std::vector<Finding> check_waits(const isa::Program& program, const ControlFlow& flow, Operations code,
                                 int accum_offset);

}  // namespace lockstep::lint
