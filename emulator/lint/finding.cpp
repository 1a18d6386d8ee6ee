#include "emulator/lint/finding.hpp"

#include <fmt/format.h>

#include "emulator/lint/control_flow.hpp"

namespace lockstep::lint {

const char* name(Kind kind) {
  switch (kind) {
    case Kind::wait:
      return "wait";
    case Kind::wait_state:
      return "nop";
    case Kind::lds_copy:
      return "lds-copy";
    case Kind::undefined_m0:
      return "undefined-address";
    case Kind::undecided:
      return "undecided";
  }
  return "finding";
}

std::string Finding::line() const {
  std::string line =
      fmt::format("{}: {} @{:#x}: {}: {}", name(kind), instruction_text, address, kernel, text);
  if (!needed.empty()) line += fmt::format(": needs {}", needed);
  if (!path.empty()) line += fmt::format(" (path: {})", path);
  return line;
}

Finding too_much_work(const ControlFlow& flow) {
  Finding f;
  f.kind = Kind::undecided;
  f.instruction = flow.blocks.front().first;
  f.text = "more paths lead through this kernel than can be followed";
  return f;
}

std::string place(const isa::Instruction& instruction) {
  return fmt::format("{} @{:#x}", instruction.text, instruction.address);
}

}  // namespace lockstep::lint
