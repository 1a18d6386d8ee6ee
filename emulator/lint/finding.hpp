// What the analyses have to say about a kernel.
#pragma once

#include <cstdint>
#include <string>

#include "emulator/findings/severity.hpp"
#include "emulator/isa/instruction.hpp"

namespace lockstep::lint {

struct ControlFlow;

enum class Kind : std::uint8_t {
  wait,          ///< a register used before the wait for the operation that fills it
  wait_state,    ///< an instruction that comes too few wait states after another
  lds_copy,      ///< LDS read before the wait for the copy that fills it
  erratum,       ///< an instruction that silicon is known to execute wrongly at times
  undefined_m0,  ///< M0, the LDS address, that nothing has written
  undecided,     ///< the code does not say what happens here: neither right nor wrong
};
/// As the findings of a run are called, where they have such a kind.
const char* name(Kind kind);

struct Finding {
  Kind kind = Kind::wait;
  findings::Severity severity = findings::Severity::manual;
  std::string kernel;
  std::uint32_t instruction = 0;  ///< index into the program
  std::string instruction_text;
  std::uint64_t address = 0;  ///< the instruction's address in the code object
  std::string text;           ///< what is wrong, with the other party
  std::string registers;      ///< registers that it is about; empty where none are
  std::uint64_t other = 0;    ///< address of the other party; 0: there is none
  std::string needed;         ///< what would mend it, as in "s_waitcnt vmcnt(2) or lower"
  std::string rule;           ///< name of the rule of a wait state, or of the erratum
  std::string path;           ///< the branches on a path that shows it; empty: a straight line

  /// One stable line: kind, severity if it is less than `manual`, instruction and address, kernel, text, what
  /// One stable line: kind, severity if it is less than `manual`, instruction and address, kernel, text, what
  /// is needed, path.
  std::string line() const;
  /// line() without the kernel.
  std::string line_of_kernel() const;
};

/// An analysis that gave up.
Finding too_much_work(const ControlFlow& flow);

/// "TEXT @0xADDRESS"
std::string place(const isa::Instruction& instruction);

}  // namespace lockstep::lint
