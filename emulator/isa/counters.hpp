// The counters of s_waitcnt: what an instruction adds to them, and when a wait covers it.
//
// gfx1250 has more of them, each with an s_wait_* of its own: its loads count on loadcnt, which is `vm` here,
// its LDS operations on dscnt, which is `lgkm`; stores, scalar loads, copies between memory and LDS, and
// tensor copies each on their own (LLVM SIInsertWaitcnts and AMDGPUUsage, gfx12 and gfx1250).
//
// Facts of gfx942 and gfx950: CDNA3 and CDNA4 ISA, "Manually Inserted Wait States" and "Data dependency
// resolution"; LLVM SIInsertWaitcnts. expcnt counts exports and GDS only, which neither the machine nor any
// check knows; the data of stores is read as they are issued, and needs no wait.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "emulator/isa/instruction.hpp"

namespace lockstep::isa {

enum class Counter : std::uint8_t { vm, lgkm, store, km, async, tensor };
inline constexpr std::array kCounters{Counter::vm, Counter::lgkm,  Counter::store,
                                      Counter::km, Counter::async, Counter::tensor};
const char* name(Counter counter);  ///< the counter's name in s_waitcnt: "vmcnt"

/// What vmcnt, or loadcnt, counts to.
inline constexpr int kMostLoads = 63;
/// A counter that is full holds back the next operation until an older one is done.
constexpr int most_outstanding(Counter counter, const arch::Arch& arch) {
  return counter == Counter::lgkm ? arch.most_lds_operations : counter == Counter::km ? 31 : kMostLoads;
}

/// An operation on its way.
struct Issued {
  Counter counter = Counter::vm;  ///< says when it is done
  int weight = 1;                 ///< what it adds to that counter
  /// Done after the older ordered operations of its counter. Scalar loads are not: in any order among each
  /// other, and before or after what else the counter counts.
  bool ordered = true;
  /// Flat accesses might concern LDS: they add one to lgkmcnt, or dscnt, too.
  enum class OnLgkm : std::uint8_t {
    no,
    unordered,  ///< it drops at any moment: LLVM lets nothing stay outstanding behind one
    ordered,    ///< from GFX10 on (LLVM hasFlatLgkmVMemCountInOrder)
  } on_lgkm = OnLgkm::no;
};

/// What an instruction with semantics adds to a counter; none where it adds to no counter.
std::optional<Issued> issued(const Instruction& instruction);

/// What an s_waitcnt lets stay outstanding; none where it does not wait for that counter, or is no s_waitcnt.
std::optional<int> allowed(const Instruction& instruction, Counter counter);

/// Whether an operation is done once its counter is at most `allowed`, when ordered operations of `younger`
/// weight in all were issued to that counter since: as long as it is on its way, they are too.
constexpr bool covered(const Issued& operation, int younger, int allowed) {
  return (operation.ordered ? younger : 0) + operation.weight > allowed;
}

// How a wait for a counter is written.

/// The instruction that waits until at most `allowed` of a counter's operations are outstanding.
std::string wait_text(Counter counter, int allowed, const arch::Arch& arch);

}  // namespace lockstep::isa
