#include "emulator/checks/unshown.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace lockstep::checks {

namespace {

using machine::FindingKind;

bool counts(const lint::Finding& f) {
  return f.kind != lint::Kind::undecided && f.severity >= findings::Severity::manual;
}

FindingKind kind_of(lint::Kind kind) {
  switch (kind) {
    case lint::Kind::wait_state:
      return FindingKind::wait_state;
    case lint::Kind::undefined_m0:
      return FindingKind::undefined_address;
    default:
      return FindingKind::early_use;
  }
}

/// A run calls a copy that is not waited for a race where another wave reads it.
bool is_shown(const machine::Outcome& outcome, const lint::Finding& f) {
  return std::ranges::any_of(outcome.findings, [&](const machine::Finding& shown) {
    const bool same_kind = shown.kind == kind_of(f.kind) ||
                           (f.kind == lint::Kind::lds_copy && shown.kind == FindingKind::lds_race);
    const bool same_place =
        shown.address == f.address || (f.kind == lint::Kind::lds_copy && shown.other_address == f.address);
    return same_kind && same_place;
  });
}

machine::Finding of(const lint::Finding& f, const isa::Program& program) {
  machine::Finding found;
  found.kind = kind_of(f.kind);
  found.severity = f.severity;
  found.instruction = f.instruction_text;
  found.address = f.address;
  found.wave = -1;
  found.rule = f.rule;
  if (const std::int32_t other = program.at(f.other); f.other != 0 && other >= 0) {
    found.other = program.instructions[std::size_t(other)].text;
    found.other_address = f.other;
  }
  found.text = f.text;
  if (!f.needed.empty()) found.text += ": needs " + f.needed;
  if (!f.path.empty()) found.text += fmt::format(" (path: {})", f.path);
  return found;
}

}  // namespace

std::vector<machine::Finding> unshown(const machine::LoadedCode& code, const code_object::Kernel& kernel,
                                      const machine::Outcome& outcome) {
  const lint::Executed executed{outcome.executed, outcome.jumped};
  const auto concerns = [&](const lint::Finding& f) {
    const std::int32_t other = f.other == 0 ? std::int32_t(f.instruction) : code.program().at(f.other);
    return counts(f) && executed.has(f.instruction) && other >= 0 && executed.has(std::uint32_t(other));
  };
  // Code that somebody wrote with care has none, and this ends here.
  if (std::ranges::none_of(code.lint(kernel).findings, concerns)) return {};
  std::vector<machine::Finding> all;
  const lint::KernelReport report =
      lint::lint(code.object(), code.program(), code.too_close(), kernel, executed);
  for (const lint::Finding& f : report.findings)
    if (concerns(f) && !is_shown(outcome, f)) all.push_back(of(f, code.program()));
  return all;
}

std::vector<machine::Finding> linted(const machine::LoadedCode& code, const code_object::Kernel& kernel) {
  std::vector<machine::Finding> all;
  for (const lint::Finding& f : code.lint(kernel).findings) {
    if (f.kind == lint::Kind::undecided) continue;
    all.push_back(of(f, code.program()));
    machine::locate(all.back(), code, kernel);
  }
  return all;
}

}  // namespace lockstep::checks
