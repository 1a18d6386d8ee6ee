#include "emulator/checks/findings.hpp"

#include <algorithm>

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::checks {

namespace {
constexpr std::ptrdiff_t kLimit = 32;
}

bool Findings::is_new(machine::FindingKind kind, std::uint32_t instruction, std::uint32_t other,
                      machine::Severity severity) const {
  if (seen_.contains({kind, severity, instruction, other})) return false;
  return std::ranges::count(all_, severity, &machine::Finding::severity) < kLimit;
}

void Findings::add(machine::FindingKind kind, const machine::Wave& wave,
                   const machine::PreparedInstruction& prepared, int lane, std::uint32_t other,
                   std::string text, machine::Severity severity) {
  if (!is_new(kind, prepared.index, other, severity)) return;
  seen_.insert({kind, severity, prepared.index, other});
  all_.push_back({kind, std::move(text), prepared.instruction->text, prepared.instruction->address,
                  wave.group->id, wave.id, lane});
  all_.back().severity = severity;
}

}  // namespace lockstep::checks
