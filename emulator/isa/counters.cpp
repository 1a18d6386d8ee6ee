#include "emulator/isa/counters.hpp"

#include <fmt/format.h>

#include "emulator/arch/arch.hpp"
#include "emulator/isa/semantics.hpp"

namespace lockstep::isa {

namespace {

using OnLgkm = Issued::OnLgkm;

Issued of_memory(const Memory& m) {
  switch (m.space) {
    case Memory::Space::scalar:
    case Memory::Space::scalar_buffer:
      return {Counter::lgkm, m.bytes > 4 ? 2 : 1, false};
    case Memory::Space::lds:
      return {Counter::lgkm};
    case Memory::Space::flat:
      return {Counter::vm, 1, true, OnLgkm::unordered};
    default:
      return {Counter::vm};
  }
}

/// Where counters are split, what brings something back counts as a load, what does not as a store.
Issued with_split_counters(const Instruction& i, const Memory& m) {
  if (is_scalar(m.space)) return {Counter::km, m.bytes > 4 ? 2 : 1, false};
  if (m.space == Memory::Space::lds) return {m.counts_async ? Counter::async : Counter::lgkm};
  if (m.lds_in_register) return {Counter::async};
  const bool returns = m.access == Access::load || (m.access == Access::atomic && i.modifiers.sc0);
  return {returns ? Counter::vm : Counter::store, 1, true,
          m.space == Memory::Space::flat ? OnLgkm::ordered : OnLgkm::no};
}

// LLVM #220694 of invalidations on gfx942 and gfx950.
std::optional<Issued> of_cache(const Semantics& row, CacheControl what) {
  if (what == CacheControl::invalidate) return Issued{};
  if (what != CacheControl::writeback) return std::nullopt;
  return Issued{row.has(arch::Feature::split_counters) ? Counter::store : Counter::vm};
}

}  // namespace

const char* name(Counter counter) {
  constexpr std::array kNames{"vmcnt", "lgkmcnt", "storecnt", "kmcnt", "asynccnt", "tensorcnt"};
  static_assert(kNames.size() == kCounters.size());
  return kNames[std::size_t(counter)];
}

std::optional<Issued> issued(const Instruction& instruction) {
  if (instruction.semantics == nullptr) return std::nullopt;
  const auto& operation = instruction.semantics->operation;
  const bool split = instruction.semantics->has(arch::Feature::split_counters);
  if (const auto* m = std::get_if<Memory>(&operation))
    return split ? with_split_counters(instruction, *m) : of_memory(*m);
  if (std::holds_alternative<TensorCopy>(operation)) return Issued{Counter::tensor};
  if (std::holds_alternative<LanePermute>(operation)) return Issued{Counter::lgkm};
  if (const auto* c = std::get_if<CacheControl>(&operation)) return of_cache(*instruction.semantics, *c);
  if (const auto* c = std::get_if<Control>(&operation)) {
    if (*c == Control::memory_time) return Issued{Counter::lgkm, 2, false};
    if (*c == Control::message_returned) return Issued{Counter::km, 1, false};
    if (*c == Control::send_message && !split) return Issued{Counter::lgkm, 1, false};
  }
  return std::nullopt;
}

std::optional<int> allowed(const Instruction& instruction, Counter counter) {
  const auto* what =
      instruction.semantics != nullptr ? std::get_if<Control>(&instruction.semantics->operation) : nullptr;
  if (what == nullptr || *what != Control::waitcnt) return std::nullopt;
  const Modifiers& m = instruction.modifiers;
  switch (counter) {
    case Counter::vm:
      return m.vmcnt;
    case Counter::lgkm:
      return m.lgkmcnt;
    case Counter::store:
      return m.storecnt;
    case Counter::km:
      return m.kmcnt;
    case Counter::async:
      return m.asynccnt;
    case Counter::tensor:
      return m.tensorcnt;
  }
  return std::nullopt;
}

std::string wait_text(Counter counter, int allowed, const arch::Arch& arch) {
  constexpr std::array kSplit{"s_wait_loadcnt", "s_wait_dscnt",    "s_wait_storecnt",
                              "s_wait_kmcnt",   "s_wait_asynccnt", "s_wait_tensorcnt"};
  static_assert(kSplit.size() == kCounters.size());
  if (arch.has(arch::Feature::split_counters))
    return fmt::format("{} {:#x}", kSplit[std::size_t(counter)], allowed);
  return fmt::format("s_waitcnt {}({})", name(counter), allowed);
}

}  // namespace lockstep::isa
