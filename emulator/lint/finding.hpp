// What the analyses have to say about a kernel.
#pragma once

#include <cstdint>
#include <string>

#include "emulator/findings/finding.hpp"
#include "emulator/isa/instruction.hpp"

namespace lockstep::lint {

struct ControlFlow;
using findings::Finding, findings::FindingKind;

/// A finding about the instruction of that index, which the manual forbids unless another severity is set.
Finding found_at(FindingKind kind, std::uint32_t index);

/// What an analysis says that gave up.
Finding too_much_work(const ControlFlow& flow);

/// One stable line: kind, severity if it is less than `manual`, instruction and address, kernel, text, what
/// is needed, path.
std::string line(const Finding& finding);
/// line() without the kernel.
std::string line_of_kernel(const Finding& finding);

/// "TEXT @0xADDRESS"
std::string place(const isa::Instruction& instruction);

}  // namespace lockstep::lint
