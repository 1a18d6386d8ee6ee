// Software wait states: pairs of instructions that the hardware does not keep apart.
//
// Between a producer and a consumer of such a pair the program must place a number of wait states: every
// instruction is one, s_nop N is N + 1. Before that the consumer sees what was there before. This header
// applies the rules to all paths through a program, without running it.
//
// A matrix instruction is as many wait states as it takes to issue: while another is in the pipe it waits for
// as many as that one has passes left (LLVM SISchedule.td: one pipe, HWXDL, held for the passes). Packed f32
// waits likewise: shipping kernels read matrix results with it as early as two wait states behind.
//
// Not followed: jumps to an address in registers that is no constant, and registers chosen by an index
// (s_set_gpr_idx, v_movrel).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emulator/findings/severity.hpp"
#include "emulator/isa/instruction.hpp"
#include "emulator/isa/wait_rule.hpp"
#include "emulator/isa/wait_state_mode.hpp"

namespace lockstep::isa {

/// A branch that is taken refills the instruction buffer: 16 cycles on GCN (CLRX, "GCN ISA Instruction
/// Timings"), a wait state being 4. LLVM counts one, but overlooks shorter paths where blocks join, and its
/// code relies on the rest.
inline constexpr int kTakenBranchWaitStates = 4;

/// Two instructions that some path through the program brings too close together.
struct TooClose {
  std::uint32_t producer = 0, consumer = 0;  ///< indices into the program
  const WaitRule* rule = nullptr;
  int needed = 0, found = 0;
  int passes = 0;     ///< passes of the producer
  RegisterAccess at;  ///< the producer's access that the consumer comes too early for
  bool operator==(const TooClose&) const = default;
};
/// All pairs in a program that are too close.
struct WaitStates {
  std::vector<TooClose> pairs;            ///< pairs by producer
  std::vector<std::uint32_t> unfinished;  ///< producers behind which are more paths than anybody follows
  bool operator==(const WaitStates&) const = default;
};
WaitStates too_close(const Program& program);
/// too_close() of a program that differs little from `before`: only paths that lead to a difference are
/// followed. `known` is too_close(before).
WaitStates too_close(const Program& program, const Program& before, const WaitStates& known);

/// Whether a consumer that comes `found` wait states after the pair's producer works on old values.
bool is_felt(const TooClose& pair, int found, WaitStateMode mode);
/// How sure it is that the consumer comes too early, where no wrong value was seen.
findings::Severity severity(const TooClose& pair, int found);
/// What is wrong with a consumer that comes `found` wait states after the pair's producer.
std::string text(const Program& program, const TooClose& pair, int found);

}  // namespace lockstep::isa
