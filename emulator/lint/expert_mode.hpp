// gfx1250's expert mode: what hardware orders otherwise, and then only s_wait_alu does.
//
// A memory operation that reads a vector register needs the vector instruction that writes it to be done (va_vdst); a
// vector instruction that overwrites one needs the memory operations that read it to have done so (vm_vsrc). Vector
// instructions among each other stay in order. (LLVM 22, SIInsertWaitcnts, expert scheduling mode.) A counter that is
// full holds back what follows, as the others do.
#pragma once

#include <span>
#include <vector>

#include "emulator/lint/finding.hpp"
#include "emulator/lint/operations.hpp"

namespace lockstep::lint {

std::vector<Finding> check_expert_mode(const isa::Program& program, const ControlFlow& flow,
                                       std::span<const Operation> code);

}  // namespace lockstep::lint
