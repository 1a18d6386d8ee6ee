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
    case Kind::erratum:
      return "erratum";
    case Kind::undefined_m0:
      return "undefined-address";
    case Kind::undecided:
      return "undecided";
  }
  return "finding";
}

namespace {

std::string line_of(const Finding& f, const std::string& kernel) {
  const bool lesser = f.severity < findings::Severity::manual;
  std::string line = fmt::format("{}{}: {} @{:#x}: {}{}", name(f.kind),
                                 lesser ? fmt::format(" ({})", findings::name(f.severity)) : "",
                                 f.instruction_text, f.address, kernel, f.text);
  if (!f.needed.empty()) line += fmt::format(": needs {}", f.needed);
  if (!f.path.empty()) line += fmt::format(" (path: {})", f.path);
  return line;
}

}  // namespace

std::string Finding::line() const {
  return line_of(*this, kernel + ": ");
}

std::string Finding::line_of_kernel() const {
  return line_of(*this, "");
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
