#include "emulator/checks/findings.hpp"

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::checks {

namespace {
constexpr std::size_t kLimit = 32;
}

bool Findings::is_new(machine::FindingKind kind, std::uint32_t instruction, std::uint32_t other) const {
  return all_.size() < kLimit && !seen_.contains({kind, instruction, other});
}

void Findings::add(machine::FindingKind kind, const machine::Wave& wave,
                   const machine::PreparedInstruction& prepared, int lane, std::uint32_t other,
                   std::string text) {
  if (!is_new(kind, prepared.index, other)) return;
  seen_.insert({kind, prepared.index, other});
  all_.push_back({kind, std::move(text), prepared.instruction->text, prepared.instruction->address,
                  wave.group->id, wave.id, lane});
}

}  // namespace lockstep::checks
