#include "emulator/lint/finding.hpp"

#include <fmt/format.h>

#include "emulator/findings/finding_lines.hpp"
#include "emulator/lint/control_flow.hpp"

namespace lockstep::lint {

namespace {

std::string line_of(const Finding& f, const std::string& kernel) {
  const bool lesser = f.severity < findings::Severity::manual;
  std::string line = fmt::format("{}{}: {} @{:#x}: {}{}", findings::name(f.kind),
                                 lesser ? fmt::format(" ({})", findings::name(f.severity)) : "",
                                 f.instruction, f.address, kernel, f.text);
  if (!f.needed.empty()) line += fmt::format(": needs {}", f.needed);
  if (!f.path.empty()) line += fmt::format(" (path: {})", f.path);
  line += findings::what_it_stands_for(f);
  return line;
}

}  // namespace

Finding found_at(FindingKind kind, std::uint32_t index) {
  Finding f;
  f.kind = kind;
  f.severity = findings::Severity::manual;
  f.index = index;
  return f;
}

std::string line(const Finding& finding) {
  return line_of(finding, finding.kernel + ": ");
}

std::string line_of_kernel(const Finding& finding) {
  return line_of(finding, "");
}

Finding too_much_work(const ControlFlow& flow) {
  Finding f = found_at(FindingKind::undecided, flow.blocks.front().first);
  f.text = "more paths lead through this kernel than can be followed";
  return f;
}

std::string place(const isa::Instruction& instruction) {
  return fmt::format("{} @{:#x}", instruction.text, instruction.address);
}

}  // namespace lockstep::lint
