#include "emulator/isa/counters.hpp"

#include "emulator/isa/semantics.hpp"

namespace lockstep::isa {

namespace {

Issued of_memory(const Memory& m) {
  switch (m.space) {
    case Memory::Space::scalar:
    case Memory::Space::scalar_buffer:
      return {Counter::lgkm, m.bytes > 4 ? 2 : 1, false, false};
    case Memory::Space::lds:
      return {Counter::lgkm, 1, true, false};
    case Memory::Space::flat:
      return {Counter::vm, 1, true, true};
    default:
      return {Counter::vm, 1, true, false};
  }
}

}  // namespace

const char* name(Counter counter) {
  return counter == Counter::vm ? "vmcnt" : "lgkmcnt";
}

std::optional<Issued> issued(const Instruction& instruction) {
  if (instruction.semantics == nullptr) return std::nullopt;
  const auto& operation = instruction.semantics->operation;
  if (const auto* m = std::get_if<Memory>(&operation)) return of_memory(*m);
  if (std::holds_alternative<LanePermute>(operation)) return Issued{Counter::lgkm, 1, true, false};
  if (const auto* c = std::get_if<CacheControl>(&operation); c != nullptr && *c == CacheControl::writeback)
    return Issued{};
  if (const auto* c = std::get_if<Control>(&operation)) {
    if (*c == Control::memory_time) return Issued{Counter::lgkm, 2, false, false};
    if (*c == Control::send_message) return Issued{Counter::lgkm, 1, false, false};
  }
  return std::nullopt;
}

std::optional<int> allowed(const Instruction& instruction, Counter counter) {
  const auto* what =
      instruction.semantics != nullptr ? std::get_if<Control>(&instruction.semantics->operation) : nullptr;
  if (what == nullptr || *what != Control::waitcnt) return std::nullopt;
  return counter == Counter::vm ? instruction.modifiers.vmcnt : instruction.modifiers.lgkmcnt;
}

}  // namespace lockstep::isa
