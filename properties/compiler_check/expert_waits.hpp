// What LLVM does differently in gfx1250's expert mode: waits of s_wait_alu that it need not have inserted,
// and such that it forgets.
#pragma once

#include "properties/compiler_check/caution.hpp"

namespace lockstep::compiler_check {

/// Kinds of instructions that overtake each other are under way, and one more may be.
bool waits_for_other_kinds(const Removed& removed);
/// A memory operation comes behind: operations of its kind have read their registers by then.
bool orders_memory_operations(const Removed& removed);
/// Who reads what is overwritten has been waited for by its own counter.
bool overlooks_other_counters(const Removed& removed);

/// A copy into LDS stands between, which va_vdst does not count.
bool copy_counts_as_vector(const findings::Finding& finding, const isa::Program& program);
/// A load over a register that a vector instruction may still read.
bool load_over_source(const findings::Finding& finding, const isa::Program& program);

}  // namespace lockstep::compiler_check
