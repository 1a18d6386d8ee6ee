// The static twin of the checks: waits, wait states and copies into LDS, over all paths through every kernel
// of a code object, without running it.
//
// Sound but for what it says to be undecided: a jump to an address that the code does not say, registers
// chosen by an index, an instruction that nothing is known of.
#pragma once

#include <string>
#include <vector>

#include "emulator/code_object/code_object.hpp"
#include "emulator/isa/instruction.hpp"
#include "finding.hpp"

namespace lockstep::lint {

enum class Verdict : std::uint8_t { holds, falsified, inconclusive };
const char* name(Verdict verdict);

struct KernelReport {
  std::string kernel;
  std::vector<Finding> findings;  ///< by address; the undecided among them
  std::size_t instructions = 0;   ///< that it may reach

  Verdict verdict() const;
};

/// `program`: the object's text, decoded. Kernels in the order of the object.
std::vector<KernelReport> lint(const code_object::CodeObject& object, const isa::Program& program);

}  // namespace lockstep::lint
