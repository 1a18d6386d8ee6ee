// The analyses that lint is made of. Each takes the code that a kernel may reach and says what is wrong on
// some path through it.
#pragma once

#include <span>
#include <vector>

#include "emulator/code_object/code_object.hpp"
#include "emulator/isa/wait_states.hpp"
#include "emulator/lint/finding.hpp"
#include "emulator/lint/operations.hpp"

namespace lockstep::lint {

/// Registers used before the s_waitcnt that covers the operation that fills them, on some path.
///
/// Both ways to go wrong: a register read too early, and one overwritten that the operation then overwrites
/// in turn. The data of stores needs no wait on gfx9: it is read as the store is issued. Flat accesses are
/// taken to be of device memory, as the machine takes them: vmcnt says when they are done.
std::vector<Finding> check_waits(const isa::Program& program, const ControlFlow& flow, Operations code,
                                 int accum_offset);

/// Instructions with known errata among those that the kernel reaches.
std::vector<Finding> check_errata(const isa::Program& program, const ControlFlow& flow,
                                  const code_object::Kernel& kernel);

/// Software wait states: those of the pairs of instructions that isa::too_close() found in the program,
/// `found`, which concern the kernel's code. `part`: `flow` is not all of the kernel's code, as for the
/// executed part.
std::vector<Finding> check_wait_states(const isa::Program& program, const ControlFlow& flow,
                                       const isa::WaitStates& found, bool part);

/// Bytes of LDS that a thread reads or writes while its lane's part of a copy fills them, or that the copy
/// fills while it
// reads. Three threads stand for all: the first, the second, for code that leaves the first out, and the
// first of the second wave.
//
// Only where the code says both places (known_values.hpp): then the finding is certain. Copies and LDS
// accesses count on counters of their own, so nothing but a wait orders them.

/// `most_threads`: of a workgroup; 0: any number.
std::vector<Finding> check_lds_bytes(const isa::Program& program, const ControlFlow& flow, Operations code,
                                     std::uint32_t most_threads);

/// Copies into LDS, and accesses to it, that their wave does not wait for before a barrier behind which
/// another wave uses the same bytes, or with no barrier between. Only where the code says both places. A note
/// where what is read reaches nothing. `most_threads`: of a workgroup.
std::vector<Finding> check_lds_order(const isa::Program& program, const ControlFlow& flow, Operations code,
                                     std::uint32_t most_threads, int accum_offset);

// Copies into LDS, gfx1250's of lanes and of tensors among them: what can be said without knowing addresses.
//
// Which bytes a copy fills, and a read takes, is not followed. What remains is sound: LDS that is read on a
// path on which copies were issued, none of them is done yet, and nothing else has written LDS holds nothing
// that is defined. Other waves count as going the same ways: at a barrier that one of them may come to with
// LDS filled, all may rely on it. And a copy's base, M0, must have been written.

std::vector<Finding> check_lds_copies(const isa::Program& program, const ControlFlow& flow, Operations code);

/// What LLVM keeps apart on gfx1250 by vector instructions between: hardware is said not to wait there by
/// itself.
///
/// Rows and numbers: LLVM 22, GCNHazardRecognizer. No manual states them, so each is a risk. A note where a
/// source is overwritten too early: A or B of a matrix instruction, as Triton's kernels do, or that of a
/// transcendental one; but a risk of C, which LLVM forgets while values were wrong (LLVM #222932). Scalar
/// instructions and s_nop between two do not count; v_nop does, and s_wait_alu va_vdst(0) does for all.
std::vector<Finding> check_wmma_hazards(const isa::Program& program, const ControlFlow& flow,
                                        Operations code);

/// What else LLVM keeps apart on gfx1250, by a certain instruction between: hardware is said not to wait
/// there by itself.
///
/// - compare-to-permlane: a v_cmpx writes EXEC, and v_permlane* reads other lanes: a vector instruction
///   between, no v_nop.
/// - state-read: s_getreg of STATUS, STATE_PRIV or EXCP_FLAG_*: s_wait_alu 0 directly before, of what
///   computes.
/// - arrive: ds_atomic_async_barrier_arrive_b64: vm_vsrc(0) between it and the memory operations on both
///   sides; in no clause.
/// - scratch-base: src_flat_scratch_base_* is read within ten instructions that write SGPRs, of one that
///   writes s102 or s103: sa_sdst(0) between, or va_sdst(0) if a vector instruction writes it.
/// - mode-write: s_setreg of hwreg(MODE, 0, 1): two v_nop between it and a vector instruction. Other fields
///   of MODE are not looked at: kernels that ship set them without.
///
/// Rows: LLVM 22, GCNHazardRecognizer. No manual states them, so each is a risk. A 64-bit scalar operation of
/// src_flat_scratch_base_hi, which LLVM rules out, too, is not decoded.
std::vector<Finding> check_gfx1250_hazards(const isa::Program& program, const ControlFlow& flow,
                                           Operations code);

}  // namespace lockstep::lint
