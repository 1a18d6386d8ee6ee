// gfx1250's expert mode: what va_vdst and vm_vsrc count, in which order they count down, and so what a wait
// says of one instruction.
//
// va_vdst counts vector instructions until they are done, vm_vsrc memory operations until they have read
// their vector registers. Each is in order within a kind, and in none between kinds: where other kinds are
// mixed in, only what is of one's own kind is known to be under way still. (LLVM 22, SIInsertWaitcnts.)
#pragma once

#include <cstdint>
#include <optional>

#include "emulator/isa/counters.hpp"
#include "emulator/isa/instruction.hpp"

namespace lockstep::lint {

// The fields of gfx1250's s_wait_alu.

/// A field of the immediate: its place there, and its name in the line.
struct WaitAluField {
  const char* name;
  int first, bits;
};
inline constexpr WaitAluField kVaVdst{"va_vdst(", 12, 4}, kVaSdst{"va_sdst(", 9, 3},
    kVmVsrc{"vm_vsrc(", 2, 3}, kSaSdst{"sa_sdst(", 0, 1};

/// What an s_wait_alu allows to be under way of a field's kind; none: any number, or another instruction.
/// s_wait_idle is a wait for all.
std::optional<int> allowed(const isa::Instruction& instruction, const WaitAluField& field);

/// s_wait_alu 0, or s_wait_idle.
bool waits_for_all(const isa::Instruction& instruction);

/// Largest counts of va_vdst and vm_vsrc.
inline constexpr int kMostWritesUnderWay = 15, kMostReadsUnderWay = 7;

/// Which of the two counts an instruction.
enum class ExpertUnit : std::uint8_t { none, vector, memory };
ExpertUnit expert_unit(const isa::Instruction& instruction);

/// What overtakes what: four kinds of vector instructions, three of memory operations.
enum class ExpertKind : std::uint8_t { plain, transcendental, doubles, matrix, lds, flat, buffer };

/// What matters of an instruction in expert mode.
struct ExpertFacts {
  ExpertUnit unit = ExpertUnit::none;
  ExpertKind kind = ExpertKind::plain;
  std::uint8_t weight = 1;            ///< 2: a matrix instruction with block scales (LLVM #196353)
  bool fence = false;                 ///< done after all vector instructions before it (LLVM #218326)
  bool stores = false;                ///< on asynccnt loads and stores overtake each other
  std::optional<isa::Issued> issued;  ///< on a counter of its own
};
ExpertFacts expert_facts(const isa::Instruction& instruction);

/// What is known of an instruction that is under way.
struct ExpertProgress {
  int younger = 0;      ///< what va_vdst or vm_vsrc counts behind it and is under way as long as it is
  int issued = 0;       ///< what the memory operation's own counter counts behind it, under way with it
  bool fenced = false;  ///< a fence stands behind it: then matrix instructions after that are among them
  int in_order = 0;     ///< what va_vdst or vm_vsrc counts behind it, of any kind
  /// A fence is done if other kinds do not overtake it: so counts Triton's LLVM 24, in every kernel with
  /// block scales, and so does LLVM 22 not. What rests on it is a note.
  bool done_in_order = false;
  bool operator==(const ExpertProgress&) const = default;
};
/// Notes that another instruction, `next`, starts behind the one under way.
void starts_behind(ExpertProgress& progress, const ExpertFacts& self, const ExpertFacts& next);
/// Whether the instruction is done, since its counter would have held back what is younger.
bool is_past_the_counter(const ExpertProgress& progress, const ExpertFacts& self);
/// Whether the instruction waits for anything.
inline bool is_wait(const isa::Instruction& instruction) {
  return instruction.mnemonic.starts_with("s_wait_");
}
/// Whether it is done once the wait is over: any of va_vdst, vm_vsrc and its own counter may say so.
bool is_done_by(const isa::Instruction& wait, const ExpertProgress& progress, const ExpertFacts& self);
/// Notes what a wait that does not end a fence says if other kinds do not overtake it.
void note_order(const isa::Instruction& wait, ExpertProgress& progress, const ExpertFacts& self);

}  // namespace lockstep::lint
