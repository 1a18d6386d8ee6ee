// What a run of a kernel, or lint, has to say about one of its instructions.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "emulator/findings/severity.hpp"

namespace lockstep::findings {

/// Kinds are named as reports print them. Lint orders its findings of an instruction by kind.
enum class FindingKind : std::uint8_t {
  wait,               ///< a register used before the wait for the operation that fills it
  nop,                ///< an instruction that comes too few wait states after another
  lds_copy,           ///< lint: LDS read before the wait for the copy that fills it
  erratum,            ///< lint: an instruction that silicon is known to execute wrongly at times
  undefined_address,  ///< an undefined value reaches an address, a descriptor, M0 or an LDS address
  undecided,          ///< lint: the code does not say what happens here, neither right nor wrong

  bounds,               ///< an access outside the allocation that owns it
  out_of_region,        ///< a load of bytes that are not to be read, inside an allocation
  untouched,            ///< a write to bytes of an allocation that the launch says are not to be written
  clamped,              ///< a buffer access past num_records
  undefined_branch,     ///< an undefined value reaches a branch condition
  undefined_exec,       ///< an undefined value reaches EXEC
  undefined_scalar,     ///< an undefined value is broadcast from a lane to the scalar unit's control (setreg)
  descriptor,           ///< a descriptor, or a barrier's number, whose fields make no sense
  misaligned,           ///< an address that is no multiple of what the operation needs
  exec,                 ///< an instruction that needs every lane runs without some
  lds_bounds,           ///< an LDS access outside the workgroup's allocation
  register_bounds,      ///< a register beyond those the kernel allocated
  lds_race,             ///< two waves use the same LDS bytes, and no barrier lies between
  memory_race,          ///< two workgroups use the same bytes of memory, and nothing orders them
  divergent_barrier,    ///< waves of a workgroup end having met at different barriers
  illegal_instruction,  ///< the program counter left the code
  unsupported,          ///< an instruction, mode or register the emulator does not know
  trap,                 ///< the kernel executed s_trap: an assertion of its own
  step_limit,           ///< a wave ran longer, or a launch touched more memory, than legal ones of this size
  deadlock,             ///< all waves wait for bytes that nobody is left to write
  endless_loop,         ///< a wave repeats a loop that reads nothing
};
const char* name(FindingKind kind);

/// What is fixed about a kind of finding that a run may have.
struct KindFacts {
  FindingKind kind;
  const char* name;  ///< its name in reports and rules of suppression
  bool stops;        ///< the wave can't go on
};
/// The kinds that a run may have.
std::span<const KindFacts> finding_kinds();
/// The facts of a run's kind; nullptr: there is none of that name.
const KindFacts* find_kind(std::string_view name);

struct Finding {
  FindingKind kind = FindingKind::bounds;
  std::string text;           ///< what is wrong, with the other party, or the allocation it is in or beside
  std::string instruction;    ///< the disassembler's line
  std::uint64_t address = 0;  ///< the instruction's in the code object
  std::array<std::uint32_t, 3> workgroup{};
  int wave = 0;          ///< -1: no wave has it, but the code that was executed
  int lane = -1;         ///< the first lane concerned, -1 for the whole wave
  std::string kernel{};  ///< the kernel's name
  std::string source{};  ///< "gemm.hip:42", where the code object says it
  Severity severity = Severity::wrong;
  std::string other{};              ///< the other party's line, in races, waits and wait states
  std::uint64_t other_address = 0;  ///< the other party's address; 0: there is none
  std::string rule{};               ///< name of the rule of a wait state, or of the erratum
  std::int32_t distance = 0;        ///< instructions from the other party to this, as code stands; 0: unknown
  std::uint32_t more = 0;           ///< findings of the same cause, which this one stands for
  std::string launch{};             ///< with many launches: which, and where the program asks for it
  // What lint says beside it.
  std::uint32_t index = 0;  ///< index of the instruction in the program
  std::string registers{};  ///< registers that it is about; empty where none are
  std::string needed{};     ///< what would mend it, as in "s_waitcnt vmcnt(2) or lower"
  std::string path{};       ///< the branches on a path that shows it; empty: a straight line

  /// A run's finding as one stable line: kind, severity unless it is `wrong`, kernel, instruction and
  /// address, workgroup, wave, lane, text, how far the other party is and what it stands for, source line,
  /// launch.
  std::string line() const;
};

}  // namespace lockstep::findings
