// A rule of wait states: how far apart two instructions must be, and what says so. The rules are rows of a
// table (tables/wait_rules.cpp); this header applies one to two instructions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "emulator/isa/dataflow.hpp"

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
  kPackedF32 = 1u << 24,    ///< v_pk_*_f32 and v_pk_mov_b32
};

/// An instruction as the rules see it.
struct Timing {
  std::uint32_t classes = 0;
  int passes = 0;              ///< passes of a matrix instruction, four cycles each
  int wait_states = 1;         ///< wait states that it is worth as an instruction in between
  int hardware_register = -1;  ///< number of the register of s_setreg and s_getreg
  std::string_view mnemonic;
  std::vector<RegisterAccess> accesses;
  std::optional<RegisterAccess> crossing;  ///< the source whose values come from other lanes: DPP's first

  /// Whether it issues once the matrix instruction before it has left the pipe: packed f32 run in that pipe.
  bool waits_for_pipe() const { return (classes & (kMatrix | kPackedF32)) != 0; }
};
/// Timing::waits_for_pipe() of an instruction.
bool waits_for_pipe(const Instruction& instruction);
/// `program`: whose arch and width count.
Timing timing(const Instruction& instruction, const Program& program);

/// How a consumer that comes too early goes wrong.
enum class Harm : std::uint8_t {
  stale_read,   ///< the consumer reads what the registers held before the producer
  lost_write,   ///< the consumer's result is overwritten by the producer's, which arrives later
  early_write,  ///< the producer, still reading, sees the consumer's result
  unordered,    ///< no value is wrong by a register's; the hardware's state is
};

/// What a rule rests on.
enum class Evidence : std::uint8_t {
  manual,    ///< the ISA manual states it
  compiler,  ///< LLVM keeps it, the manual says nothing
  measured,  ///< silicon was seen to need it
};

/// A number of wait states, which the passes of the producer may come on top of.
struct Distance {
  int fixed = 0;
  bool per_pass = false;

  constexpr int behind(int passes) const { return fixed + (per_pass ? passes : 0); }
};

/// One hazard. Rows name what differs from the most common one: a vector register that the producer writes.
struct WaitRule {
  std::string_view name = {};
  std::uint32_t producer = 0, producer_not = 0;  ///< classes: any of these and none of those
  std::uint32_t consumer = 0, consumer_not = 0;
  /// Set of roles in which the producer uses the register; 0: merely executing is enough.
  std::uint32_t producer_roles = 1u << std::uint32_t(Role::destination);
  /// What the consumer does with the registers; 0: merely executing is enough.
  std::uint32_t consumer_roles = 0;
  enum class Kind : std::uint8_t { any, vector, scalar, exec, vcc, m0, hardware_register };
  Kind registers = Kind::vector;  ///< the registers that must meet
  /// Which of the producer's registers count: a store reads the first of its data as it is issued.
  enum class Part : std::uint8_t { all, first, rest };
  Part part = Part::all;
  /// Which of the consumer's sources count: those it takes from other lanes, or the others.
  enum class Lanes : std::uint8_t { any, others, own };
  Lanes lanes = Lanes::any;
  /// Accumulators: exactly the same registers are forwarded, as long as the operation is the same, too.
  enum class Chain : std::uint8_t { either, same_registers, not_forwarded };
  Chain chain = Chain::either;
  arch::Set archs = arch::sets::kCdna34;
  int fixed = 0;          ///< wait states that the rule asks for at least
  bool per_pass = false;  ///< the producer's passes come on top
  enum class Extra : std::uint8_t { none, later_results, later_but_two_passes };
  Extra extra = Extra::none;  ///< where one more comes on top, on archs of Feature::later_results
  int passes = 0;             ///< only producers of so many; 0: any
  Harm harm = Harm::stale_read;
  Evidence evidence = Evidence::manual;
  /// Kernels that ship break the rule, and their values are right on silicon: who, and with how many wait
  /// states at least. Empty: nobody is known to.
  std::string_view contradicted = {};
  Distance contradicted_from = {};
  std::string_view compiler_gap = {};  ///< a compiler known to leave one less than it should
  std::string_view source = {};

  bool is_contradicted(int found, int of_passes) const {
    return !contradicted.empty() && found >= contradicted_from.behind(of_passes);
  }
  /// Whether the n-th of the producer's registers counts.
  bool counts(int n) const { return part == Part::all || (n == 0) == (part == Part::first); }
  /// Wait states behind a producer of so many passes.
  int window(int of_passes, const arch::Arch& arch) const;
  /// Whether producers of these classes and so many passes can be the rule's, whatever their registers.
  bool may_begin(std::uint32_t classes, int of_passes) const;
  /// Whether a producer with these registers can be the rule's.
  bool may_begin(const Timing& producer) const;
};
std::span<const WaitRule> wait_rules();

/// Wait states that `rule` demands between the two, 0 when it says nothing of them. `at`: the registers that
/// meet, as the producer's side names them.
int needed(const WaitRule& rule, const Timing& producer, const Timing& consumer, const arch::Arch& arch,
           RegisterAccess& at);

}  // namespace lockstep::isa
