#include "emulator/checks/findings.hpp"

#include <algorithm>

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::checks {

using findings::Finding, findings::FindingKind;

namespace {

bool names_other(FindingKind kind) {
  return kind == FindingKind::lds_race || kind == FindingKind::memory_race || kind == FindingKind::wait;
}

}  // namespace

bool Findings::is_new(findings::FindingKind kind, std::uint32_t instruction, std::uint32_t other,
                      findings::Severity severity) const {
  if (seen_.contains({kind, severity, instruction, other})) return false;
  const auto alike = [&](const Finding& f) { return f.kind == kind && f.severity == severity; };
  return std::ranges::count_if(all_, alike) < kLimit;
}

void Findings::add(findings::FindingKind kind, const machine::Wave& wave,
                   const machine::PreparedInstruction& prepared, int lane, std::uint32_t other,
                   std::string text, findings::Severity severity) {
  if (!is_new(kind, prepared.index, other, severity)) return;
  seen_.insert({kind, severity, prepared.index, other});
  all_.push_back({kind, std::move(text), prepared.instruction->text, prepared.instruction->address,
                  wave.group->id, wave.id, lane});
  Finding& f = all_.back();
  f.severity = severity;
  if (!names_other(kind)) return;
  const isa::Instruction& party = wave.environment().program->decoded->instructions[other];
  f.other = party.text;
  f.other_address = party.address;
}

}  // namespace lockstep::checks
