// Wait states that LLVM inserts and no rule asks for: how it sees two instructions otherwise than the rules
// do, and what it does not see of those between them. Each says whether that explains an s_nop.
#pragma once

#include "properties/compiler_check/caution.hpp"

namespace lockstep::compiler_check {

/// What waits for the matrix pipe counts as one wait state, like everything.
bool counts_the_pipe_once(const Removed& removed);
/// Whoever has written the registers since, the producer still counts.
bool overlooks_a_later_write(const Removed& removed);
/// EXEC, which memory operations use, is an SGPR like those of addresses.
bool takes_exec_for_an_sgpr(const Removed& removed);
/// Carries and masks are SGPRs like those that are sources.
bool takes_a_mask_for_a_source(const Removed& removed);
/// What an instruction keeps of its destination is a source.
bool takes_kept_for_read(const Removed& removed);
/// op_sel_hi of a packed operation is what moves the result elsewhere.
bool takes_packed_results_for_moved(const Removed& removed);
/// Packed f32 does not wait for the matrix pipe.
bool overlooks_that_packed_f32_waits(const Removed& removed);

}  // namespace lockstep::compiler_check
