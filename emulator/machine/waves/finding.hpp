// What the machine has to say about a kernel: findings that do not stop it, and the reason it stopped.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "emulator/findings/severity.hpp"

namespace lockstep::machine {

enum class FindingKind : std::uint8_t {
  bounds,             ///< an access outside the allocation that owns it
  out_of_region,      ///< a load of bytes that are not to be read, inside an allocation
  untouched,          ///< a write to bytes of an allocation that the launch says are not to be written
  clamped,            ///< a buffer access past num_records
  undefined_address,  ///< an undefined value reaches an address, a descriptor, M0 or an LDS address
  undefined_branch,   ///< an undefined value reaches a branch condition
  undefined_exec,     ///< an undefined value reaches EXEC
  undefined_scalar,  ///< an undefined value reaches the scalar unit's control (setreg), broadcast from a lane
  descriptor,        ///< a descriptor, or a barrier's number, whose fields make no sense
  misaligned,        ///< an address that is no multiple of what the operation needs
  lanes_off,         ///< an instruction that needs every lane runs without some
  lds_bounds,        ///< an LDS access outside the workgroup's allocation
  register_bounds,   ///< a register beyond those the kernel allocated
  early_use,         ///< a register used before the wait for the operation that fills it
  lds_race,          ///< two waves use the same LDS bytes, and no barrier lies between
  memory_race,       ///< two workgroups use the same bytes of memory, and nothing orders them
  wait_state,        ///< an instruction that comes too few wait states after another
  divergent_barrier,    ///< waves of a workgroup end having met at different barriers
  illegal_instruction,  ///< the program counter left the code
  unsupported,          ///< an instruction, mode or register the emulator does not know
  trap,                 ///< the kernel executed s_trap: an assertion of its own
  step_limit,           ///< a wave ran longer than any legal kernel of this size
};

/// The fixed facts of a kind of finding.
struct KindFacts {
  FindingKind kind;
  const char* name;  ///< as reports and suppression rules spell it
  bool stops;        ///< the wave cannot continue
};
std::span<const KindFacts> finding_kinds();
/// The kind with this name; nullptr: there is none.
const KindFacts* find_kind(std::string_view name);
const char* name(FindingKind kind);

using findings::Severity;

struct Finding {
  FindingKind kind = FindingKind::bounds;
  std::string text;           ///< what happened, with the address and the allocation it is in or beside
  std::string instruction;    ///< the disassembler's line
  std::uint64_t address = 0;  ///< the instruction's address in the code object
  std::array<std::uint32_t, 3> workgroup{};
  int wave = 0;          ///< -1: the finding is about the code, not about a wave
  int lane = -1;         ///< the first lane concerned, -1 for the whole wave
  std::string kernel{};  ///< name of the kernel
  std::string source{};  ///< "gemm.hip:42", where the code object says it
  Severity severity = Severity::wrong;
  std::string other{};              ///< of races, waits and wait states: the other instruction's line
  std::uint64_t other_address = 0;  ///< the other instruction's address in the code object
  std::string rule{};               ///< of wait states: the name of the rule

  /// The finding as one stable line: kind, severity unless it is `wrong`, kernel, instruction and address,
  /// workgroup, wave, lane, text, source line.
  std::string line() const;
};

}  // namespace lockstep::machine
