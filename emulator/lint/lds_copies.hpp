// Copies into LDS (buffer_load … lds, global_load_lds): what can be said of them without knowing addresses.
//
// Which bytes a copy fills, and a read takes, is not followed. What remains is sound: LDS that is read on a
// path on which copies were issued, none of them is done yet, and nothing else has written LDS holds nothing
// that is defined. Other waves count as going the same ways: at a barrier that one of them may come to with
// LDS filled, all may rely on it. And a copy's base, M0, must have been written.
#pragma once

#include <vector>

#include "emulator/lint/finding.hpp"
#include "emulator/lint/operations.hpp"

namespace lockstep::lint {

std::vector<Finding> check_lds_copies(const isa::Program& program, const ControlFlow& flow, Operations code);

}  // namespace lockstep::lint
