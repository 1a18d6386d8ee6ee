// What LLVM keeps apart on gfx1250 by vector instructions between: hardware is said not to wait there by itself.
//
// Rows and numbers: LLVM 22, GCNHazardRecognizer. No manual states them, so each is a risk; what is overwritten behind a
// matrix instruction that reads it is a note, since Triton's kernels do that. Scalar instructions and s_nop
// between two do not count; v_nop does, and s_wait_alu va_vdst(0) does for all.
#pragma once

#include <span>
#include <vector>

#include "emulator/lint/finding.hpp"
#include "emulator/lint/operations.hpp"

namespace lockstep::lint {

std::vector<Finding> check_wmma_hazards(const isa::Program& program, const ControlFlow& flow,
                                        Operations code);

}  // namespace lockstep::lint
