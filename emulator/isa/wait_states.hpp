// Software wait states: pairs of instructions that the hardware does not keep apart.
//
// Between a producer and a consumer of such a pair the program must place a number of wait states: every
// instruction is one, s_nop N is N + 1. Before that the consumer sees what was there before. The rules are
// rows of a table (tables/wait_states.cpp), each with what it rests on; this header applies them: to two instructions,
// and to all paths through a program, without running it.
//
// A matrix instruction is as many wait states as it takes to issue: while another is in the pipe it waits for as many
// as that one has passes left (LLVM SISchedule.td: one pipe, HWXDL, held for the passes).
//
// Not followed: jumps to an address in registers that is no constant, and registers chosen by an index
// (s_set_gpr_idx, v_movrel).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/findings/severity.hpp"
#include "emulator/isa/dataflow.hpp"
#include "emulator/isa/wait_state_mode.hpp"

namespace lockstep::isa {

/// What an instruction is to the rules; a set of bits.
enum TimingClass : std::uint32_t {
  kValu = 1u << 0,           ///< any vector operation, matrix ones included
  kTrans = 1u << 1,          ///< exp, log, rcp, rsq, sqrt, sin, cos
  kDot = 1u << 2,            ///< v_dot…
  kShiftedResult = 1u << 3,  ///< SDWA, op_sel or byte selection moves the result within its register
  kDpp = 1u << 4,
  kPermlane = 1u << 5,
  kLaneRead = 1u << 6,   ///< v_readlane, v_readfirstlane
  kLaneWrite = 1u << 7,  ///< v_writelane
  kDivFmas = 1u << 8,
  kFma64 = 1u << 9,  ///< v_fma_f64, v_fmac_f64
  kMatrix = 1u << 10,
  kXdl = 1u << 11,            ///< matrix instructions but those on f32 and f64 inputs
  kMatrix64 = 1u << 12,       ///< f64
  kMatrix64Large = 1u << 13,  ///< f64 16x16x4
  kSalu = 1u << 14,
  kVmem = 1u << 15,  ///< buffer, global, flat and scratch
  kLds = 1u << 16,
  kLdsDma = 1u << 17,
  kMessage = 1u << 18,
  kSetreg = 1u << 19,
  kGetreg = 1u << 20,
  kWideStore = 1u << 21,  ///< three or four dwords of data, unless a scalar offset is given
  kWideStoreScalarOffset = 1u << 22,
  kCompareExec = 1u << 23,  ///< v_cmpx
};

/// An instruction as the rules see it.
struct Timing {
  std::uint32_t classes = 0;
  int passes = 0;              ///< of a matrix instruction; four cycles each
  int wait_states = 1;         ///< that it is worth as an instruction in between
  int hardware_register = -1;  ///< of s_setreg, s_getreg
  std::string_view mnemonic;
  std::vector<RegisterAccess> accesses;
};
/// v_mfma and v_smfmac.
bool is_matrix(const Instruction& instruction);
/// `program`: whose arch and width count.
Timing timing(const Instruction& instruction, const Program& program);

/// A branch that is taken refills the instruction buffer: 16 cycles on GCN (CLRX, "GCN ISA Instruction
/// Timings"), a wait state being 4. LLVM counts one, but overlooks shorter paths where blocks join, and its
/// code relies on the rest.
inline constexpr int kTakenBranchWaitStates = 4;

/// How a consumer that comes too early goes wrong.
enum class Harm : std::uint8_t {
  stale_read,   ///< it reads what the registers held before the producer
  lost_write,   ///< its result is overwritten by the producer's, which arrives later
  early_write,  ///< the producer, still reading, sees the consumer's result
  unordered,    ///< no value is wrong by a register's; the hardware's state is
};

/// What a rule rests on.
enum class Evidence : std::uint8_t {
  manual,    ///< the ISA manual states it
  compiler,  ///< LLVM keeps it, the manual says nothing
  measured,  ///< silicon was seen to need it
};

/// One hazard.
struct WaitRule {
  std::string_view name;
  std::uint32_t producer = 0, producer_not = 0;  ///< classes: any of these and none of those
  std::uint32_t consumer = 0, consumer_not = 0;
  std::uint32_t producer_roles = 0;  ///< set of roles in which the producer uses the register
  std::uint32_t consumer_roles = 0;  ///< … and the consumer; 0: merely executing is enough
  enum class Kind : std::uint8_t { any, vector, scalar, exec, vcc, m0, hardware_register };
  Kind registers = Kind::any;  ///< that must meet
  /// Accumulators: exactly the same registers are forwarded, as long as the operation is the same, too.
  enum class Chain : std::uint8_t { either, same_registers, not_forwarded };
  Chain chain = Chain::either;
  std::uint8_t archs = 0;
  int fixed = 0;          ///< wait states …
  bool per_pass = false;  ///< … plus the producer's passes
  enum class Extra : std::uint8_t { none, gfx950, gfx950_but_two_passes };
  Extra extra = Extra::none;  ///< … plus one there
  int passes = 0;             ///< only producers of so many; 0: any
  Harm harm = Harm::stale_read;
  Evidence evidence = Evidence::manual;
  /// Kernels that ship break the rule, and their values are right on silicon: who, and with how many wait states at
  /// least. Empty: nobody is known to.
  std::string_view contradicted = {};
  int contradicted_from = 0;
  std::string_view compiler_gap = {};  ///< a compiler known to leave one less than it should
  std::string_view source;

  bool is_contradicted(int found) const { return !contradicted.empty() && found >= contradicted_from; }
};
std::span<const WaitRule> wait_rules();

/// Wait states that `rule` demands between the two, 0 when it says nothing of them. `at`: the registers that
/// meet, as the producer's side names them.
int needed(const WaitRule& rule, const Timing& producer, const Timing& consumer, std::string_view arch,
           RegisterAccess& at);

/// Two instructions that some path through the program brings too close together.
struct TooClose {
  std::uint32_t producer = 0, consumer = 0;  ///< indices into the program
  const WaitRule* rule = nullptr;
  int needed = 0, found = 0;
  RegisterAccess at;  ///< of the producer
  bool operator==(const TooClose&) const = default;
};
/// All of them in a program.
struct WaitStates {
  std::vector<TooClose> pairs;            ///< by producer
  std::vector<std::uint32_t> unfinished;  ///< producers behind which are more paths than anybody follows
  bool operator==(const WaitStates&) const = default;
};
WaitStates too_close(const Program& program);
/// The same of a program of which little is otherwise than in `before`: only paths that come there are
/// followed. `known` is too_close(before).
WaitStates too_close(const Program& program, const Program& before, const WaitStates& known);

/// Whether a consumer that comes `found` wait states after the pair's producer works on old values.
bool is_felt(const TooClose& pair, int found, WaitStateMode mode);
/// How sure it is that the consumer comes too early, where no wrong value was seen.
findings::Severity severity(const TooClose& pair, int found);
/// What is wrong with a consumer that comes `found` wait states after the pair's producer.
std::string text(const Program& program, const TooClose& pair, int found);

}  // namespace lockstep::isa
