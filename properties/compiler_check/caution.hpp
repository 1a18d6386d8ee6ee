// What the compiler does differently, and is known for: waits that neither manuals nor silicon ask for, and
// waits that it forgets.
#pragma once

#include <span>
#include <string_view>

#include "emulator/findings/finding.hpp"
#include "emulator/isa/instruction.hpp"
#include "properties/wait_mutation/code_mutant.hpp"

namespace lockstep::compiler_check {

/// One removed wait and where it stood.
struct Removed {
  const wait_mutation::CodeMutant& mutant;
  const isa::Program& program;  ///< with it
  const isa::Program& mutated;  ///< without it

  /// The wait, or an instruction so far behind it; nullptr: the program is not that long.
  const isa::Instruction* at(int offset = 0) const;
};

/// A wait that the compiler inserts out of caution: removed, nothing goes wrong.
struct Caution {
  std::string_view kind;       ///< kind of wait
  std::string_view condition;  ///< what `holds` asks for, in words
  bool (*holds)(const Removed& removed);
  std::string_view reason;
  std::string_view source;
};
std::span<const Caution> cautions();
/// The first that explains it; nullptr: none does.
const Caution* caution_of(const Removed& removed);

/// A wait that the compiler forgets.
struct Bug {
  std::string_view name;
  bool (*holds)(const findings::Finding& finding, const isa::Program& program);
  std::string_view source;
};
/// The one that is behind a finding of lint; nullptr: none is known.
const Bug* bug_of(const findings::Finding& finding, const isa::Program& program);

}  // namespace lockstep::compiler_check
