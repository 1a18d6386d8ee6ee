// Bytes of LDS that thread 0 reads or writes while its wave copies into them, or copies into while it reads.
//
// Only where the code says both places (known_values.hpp): then the finding is certain. Copies count on
// vmcnt and LDS accesses on lgkmcnt, so nothing but a wait orders them.
#pragma once

#include <vector>

#include "emulator/lint/finding.hpp"
#include "emulator/lint/operations.hpp"

namespace lockstep::lint {

std::vector<Finding> check_lds_bytes(const isa::Program& program, const ControlFlow& flow,
                                     std::span<const Operation> code);

}  // namespace lockstep::lint
