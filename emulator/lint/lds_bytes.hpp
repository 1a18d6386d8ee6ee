// Bytes of LDS that a thread reads or writes while its lane's part of a copy fills them, or that the copy fills while it
// reads. Three threads stand for all: the first, the second, for code that leaves the first out, and the first of the
// second wave.
//
// Only where the code says both places (known_values.hpp): then the finding is certain. Copies count on
// vmcnt and LDS accesses on lgkmcnt, so nothing but a wait orders them.
#pragma once

#include <vector>

#include "emulator/lint/finding.hpp"
#include "emulator/lint/operations.hpp"

namespace lockstep::lint {

/// `most_threads`: of a workgroup; 0: any number.
std::vector<Finding> check_lds_bytes(const isa::Program& program, const ControlFlow& flow, Operations code,
                                     std::uint32_t most_threads);

}  // namespace lockstep::lint
