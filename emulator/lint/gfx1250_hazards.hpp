// What else LLVM keeps apart on gfx1250, by a certain instruction between: hardware is said not to wait there by itself.
//
// - compare-to-permlane: a v_cmpx writes EXEC, and v_permlane* reads other lanes: a vector instruction between, no v_nop.
// - state-read: s_getreg of STATUS, STATE_PRIV or EXCP_FLAG_*: s_wait_alu 0 directly before, of what computes.
// - arrive: ds_atomic_async_barrier_arrive_b64: vm_vsrc(0) between it and the memory operations on both sides; in no clause.
// - scratch-base: src_flat_scratch_base_* is read within ten instructions that write SGPRs, of one that writes s102 or s103:
//   sa_sdst(0) between, or va_sdst(0) if a vector instruction writes it.
// - mode-write: s_setreg of hwreg(MODE, 0, 1): two v_nop between it and a vector instruction. Other fields of MODE are not
//   looked at: kernels that ship set them without.
//
// Rows: LLVM 22, GCNHazardRecognizer. No manual states them, so each is a risk. A 64-bit scalar operation of
// src_flat_scratch_base_hi, which LLVM rules out, too, is not decoded.
#pragma once

#include <span>
#include <vector>

#include "emulator/lint/finding.hpp"
#include "emulator/lint/operations.hpp"

namespace lockstep::lint {

std::vector<Finding> check_gfx1250_hazards(const isa::Program& program, const ControlFlow& flow,
                                           Operations code);

}  // namespace lockstep::lint
