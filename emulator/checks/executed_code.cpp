#include "emulator/checks/executed_code.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <variant>

#include <fmt/format.h>

#include "emulator/checks/findings.hpp"
#include "emulator/isa/semantics.hpp"
#include "emulator/lint/argument_reads.hpp"
#include "emulator/lint/influence.hpp"

namespace lockstep::checks {

namespace {

bool leaves_order_open(const isa::Instruction& i) {
  const auto* memory = i.semantics != nullptr ? std::get_if<isa::Memory>(&i.semantics->operation) : nullptr;
  if (memory == nullptr || memory->atomic == isa::Atomic::none) return false;
  using isa::Atomic;
  constexpr std::array kOrdered{Atomic::swap,       Atomic::compare_swap, Atomic::add_f32,
                                Atomic::pk_add_f16, Atomic::pk_add_bf16,  Atomic::add_f64};
  return memory->returns || i.modifiers.sc0 || std::ranges::find(kOrdered, memory->atomic) != kOrdered.end();
}

}  // namespace

bool leaves_order_open(const machine::LoadedCode& code, const machine::Outcome& outcome) {
  const auto& instructions = code.program().instructions;
  for (std::size_t i = 0; i < outcome.executed.size(); ++i)
    if (outcome.executed[i] != 0 && leaves_order_open(instructions[i])) return true;
  return false;
}

namespace {

bool reads_clock(const isa::Instruction& i) {
  const auto* const what =
      i.semantics != nullptr ? std::get_if<isa::Control>(&i.semantics->operation) : nullptr;
  return what != nullptr && isa::reads_clock(*what);
}

}  // namespace

bool stores_clock(const machine::LoadedCode& code, const machine::Outcome& outcome) {
  const auto& instructions = code.program().instructions;
  const auto was_executed = [&](std::uint32_t at) {
    return at < outcome.executed.size() && outcome.executed[at] != 0;
  };
  bool any = false;
  for (std::uint32_t i = 0; i < outcome.executed.size() && !any; ++i)
    any = was_executed(i) && reads_clock(instructions[i]);
  if (!any) return false;
  const auto source_of = [&](std::uint32_t at) {
    return reads_clock(instructions[at]) ? std::optional(0u) : std::nullopt;
  };
  return std::ranges::any_of(code.object().kernels, [&](const code_object::Kernel& kernel) {
    std::vector<std::uint32_t> starts = lint::entries(code.object(), code.program(), kernel);
    std::erase_if(starts, [&](std::uint32_t at) { return !was_executed(at); });
    if (starts.empty()) return false;
    const lint::Influence found =
        lint::influence(code.program(), starts, kernel.descriptor.accum_offset, was_executed, source_of);
    return found.followed && found.reach[std::size_t(lint::Sink::output)] != 0;
  });
}

namespace {

using findings::Finding, findings::FindingKind;

bool counts(const Finding& f) {
  return f.kind != FindingKind::undecided && f.severity >= findings::Severity::manual;
}

/// The kind that a run gives such a finding.
FindingKind kind_of_run(FindingKind kind) {
  return kind == FindingKind::lds_copy ? FindingKind::wait : kind;
}

/// Whether the run may have found more of that kind than there was room for.
bool is_full(const machine::Outcome& outcome, FindingKind kind) {
  return std::ranges::count(outcome.findings, kind, &Finding::kind) >= Findings::kLimit;
}

/// A run calls a copy that is not waited for a race where another wave reads it.
bool is_shown(const machine::Outcome& outcome, const Finding& f) {
  const bool copy = f.kind == FindingKind::lds_copy;
  return is_full(outcome, kind_of_run(f.kind)) ||
         std::ranges::any_of(outcome.findings, [&](const Finding& shown) {
           const bool same_kind =
               shown.kind == kind_of_run(f.kind) || (copy && shown.kind == FindingKind::lds_race);
           return same_kind && (shown.address == f.address || (copy && shown.other_address == f.address));
         });
}

/// Lint's finding as one of a run, whose text says everything.
Finding of_run(Finding f, const isa::Program& program) {
  f.kind = kind_of_run(f.kind);
  f.wave = -1;
  const std::int32_t other = program.at(f.other_address);
  if (f.other_address == 0 || other < 0)
    f.other_address = 0;
  else
    f.other = program.instructions[std::size_t(other)].text;
  if (!f.needed.empty()) f.text += ": needs " + f.needed;
  if (!f.path.empty()) f.text += fmt::format(" (path: {})", f.path);
  return f;
}

}  // namespace

std::vector<Finding> unshown(const machine::LoadedCode& code, const code_object::Kernel& kernel,
                             const machine::Outcome& outcome, const Policy& policy) {
  const lint::Executed executed{outcome.executed, outcome.jumped};
  const auto concerns = [&](const Finding& f) {
    const std::int32_t other =
        f.other_address == 0 ? std::int32_t(f.index) : code.program().at(f.other_address);
    return counts(f) && policy.wants(f.kind) && executed.has(f.index) && other >= 0 &&
           executed.has(std::uint32_t(other));
  };
  // Code that somebody wrote with care has none, and this ends here.
  if (std::ranges::none_of(code.lint(kernel).findings, concerns)) return {};
  std::vector<Finding> all;
  const lint::KernelReport report =
      lint::lint(code.object(), code.program(), code.too_close(), kernel, executed);
  for (const Finding& f : report.findings) {
    if (!concerns(f) || is_shown(outcome, f)) continue;
    all.push_back(of_run(f, code.program()));
    // The run judged the waves' accesses by their bytes, which lint does not know: stores of equal ones.
    if (f.kind == FindingKind::lds_race) all.back().severity = findings::Severity::risk;
  }
  return all;
}

std::vector<Finding> linted(const machine::LoadedCode& code, const code_object::Kernel& kernel,
                            const Policy& policy) {
  std::vector<Finding> all;
  for (const Finding& f : code.lint(kernel).findings) {
    if (f.kind == FindingKind::undecided || !policy.wants(f.kind)) continue;
    all.push_back(of_run(f, code.program()));
    machine::locate(all.back(), code, kernel);
  }
  return all;
}

}  // namespace lockstep::checks
