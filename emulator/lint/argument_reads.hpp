// Which bytes of the argument segment a kernel reads, from its code: what a host has to pass where the
// metadata says no more than a size.
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/code_object/code_object.hpp"
#include "emulator/isa/instruction.hpp"
#include "emulator/lint/control_flow.hpp"

namespace lockstep::lint {

/// The instructions at which waves of a kernel may start.
std::vector<std::uint32_t> entries(const code_object::CodeObject& object, const isa::Program& program,
                                   const code_object::Kernel& kernel);

/// The code that the kernel may reach, from each place where waves of it may start. Empty: no instruction
/// begins there.
ControlFlow kernel_code(const code_object::CodeObject& object, const isa::Program& program,
                        const code_object::Kernel& kernel);

struct ArgumentReads {
  struct Bytes {
    std::uint32_t offset = 0, bytes = 0;
    bool operator==(const Bytes&) const = default;
  };
  std::vector<Bytes> read;  ///< ascending, disjoint, those side by side joined
  /// False: the pointer to the segment is copied, changed or stored as well, and more may be read through
  /// that.
  bool complete = true;
};

/// What scalar loads at constant offsets read while the pointer is where waves start with it, and what is
/// preloaded into scalar registers. `flow`: kernel_code() of the kernel.
ArgumentReads argument_reads(const isa::Program& program, const code_object::Kernel& kernel,
                             const ControlFlow& flow);

}  // namespace lockstep::lint
