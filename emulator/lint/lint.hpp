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
#include "emulator/isa/wait_states.hpp"
#include "emulator/lint/control_flow.hpp"
#include "emulator/lint/finding.hpp"

namespace lockstep::lint {

enum class Verdict : std::uint8_t { holds, falsified, inconclusive };
const char* name(Verdict verdict);

/// Straight lines of instructions, by their indices.
struct Lines {
  std::uint32_t first = 0, last = 0;  ///< the last belongs to them
};

struct KernelReport {
  std::string kernel;
  std::vector<Finding> findings;  ///< findings by address, undecided ones among them
  std::vector<Lines> code;        ///< code that the kernel may reach

  /// `fails`: the least severity that falsifies.
  Verdict verdict(findings::Severity fails = findings::kFailsByDefault) const;
  std::size_t instructions() const;
  bool reaches(std::uint32_t instruction) const;
};

/// `program`: the object's text, decoded. Kernels in the order of the object.
std::vector<KernelReport> lint(const code_object::CodeObject& object, const isa::Program& program);

/// Lints one kernel. `found` is isa::too_close(program), which is the same for all.
KernelReport lint(const code_object::CodeObject& object, const isa::Program& program,
                  const isa::WaitStates& found, const code_object::Kernel& kernel);

/// Lints a kernel over paths of which a run executed every step, if not one behind the other.
KernelReport lint(const code_object::CodeObject& object, const isa::Program& program,
                  const isa::WaitStates& found, const code_object::Kernel& kernel, const Executed& executed);

}  // namespace lockstep::lint
