// What LLVM does differently on gfx1250, most of it in expert mode: waits of s_wait_alu and spacers that it
// need not have inserted, and such that it forgets.
#pragma once

#include "properties/compiler_check/caution.hpp"

namespace lockstep::compiler_check {

/// Kinds of instructions that overtake each other are under way, and one more may be.
bool waits_for_other_kinds(const Removed& removed);
/// A memory operation comes behind: operations of its kind have read their registers by then.
bool orders_memory_operations(const Removed& removed);
/// Who reads what is overwritten has been waited for by its own counter.
bool overlooks_other_counters(const Removed& removed);

/// What keeps two vector instructions apart counts as one on va_vdst, which never holds more than 15.
bool miscounts_vector_instructions(const Removed& removed);
/// A later vector instruction has read the result that a memory operation overwrites.
bool overlooks_a_later_reader(const Removed& removed);
/// Two v_nop stand before a write of MODE without this one.
bool keeps_mode_apart_from_nothing(const Removed& removed);
/// A vector instruction that the next one meets is done, by a wait for all of them.
bool overlooks_that_all_are_done(const Removed& removed);

/// Right before stands a wait for no more operations of another counter than vm_vsrc would have waited for.
bool other_wait_stands_for_vm_vsrc(const findings::Finding& finding, const isa::Program& program);
/// A copy into LDS stands between, which va_vdst does not count.
bool copy_counts_as_vector(const findings::Finding& finding, const isa::Program& program);
/// A load over a register that a vector instruction may still read.
bool load_over_source(const findings::Finding& finding, const isa::Program& program);

}  // namespace lockstep::compiler_check
