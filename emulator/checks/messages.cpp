#include "emulator/checks/messages.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "emulator/machine/waves/wave.hpp"
#include "emulator/observe/footprint.hpp"

namespace lockstep::checks {

using machine::Pending;
using machine::Wave;

namespace {

/// Dwords of memory whose messages are kept: whoever waits for one reads it soon.
constexpr std::size_t kMostPlaces = std::size_t{1} << 16;

bool moves_lds(const Pending& p) {
  return p.space == isa::Memory::Space::lds && p.perform != nullptr && p.memory != nullptr &&
         !p.lds.in_row() && !p.lds.per_lane() && p.memory->bytes <= observe::kWidestAtomic &&
         p.memory->atomic != isa::Atomic::barrier_arrive;  // LdsOrder::arrives
}

bool uses_memory(const Pending& p) {
  using Space = isa::Memory::Space;
  const bool in_memory = p.space == Space::buffer || p.space == Space::global || p.space == Space::flat;
  return in_memory && p.perform != nullptr && p.memory != nullptr && !p.lds.in_row() && !p.lds.per_lane();
}

bool moves_memory(const Pending& p) {
  return uses_memory(p) && p.memory->bytes <= observe::kWidestAtomic;
}

/// Whether all lanes use one address, as a flag's that no lane was chosen for.
bool at_one_place(const Pending& p) {
  const std::uint64_t first = p.lanes == 0 ? 0 : p.address[std::size_t(std::countr_zero(p.lanes))];
  for (std::uint64_t left = p.lanes; left != 0; left &= left - 1)
    if (p.address[std::size_t(std::countr_zero(left))] != first) return false;
  return p.lanes != 0;
}

}  // namespace

/// Calls visit(place) for all that the lanes use, some of them again.
template <typename Visit>
void Messages::each_place(const Pending& p, Visit visit) {
  const bool in_lds = p.space == isa::Memory::Space::lds;
  const auto each = [&](std::uint64_t address) {
    std::uint64_t end = (address + p.memory->bytes + kDwordBytes - 1) / kDwordBytes;
    if (in_lds) end = std::min<std::uint64_t>(end, places_.size());
    for (std::uint64_t d = address / kDwordBytes; d < end; ++d) visit(in_lds ? places_[d] : in_memory_[d]);
  };
  for (std::uint64_t left = p.lanes; left != 0; left &= left - 1) {
    const std::uint64_t address = p.address[std::size_t(std::countr_zero(left))];
    each(address);
    if (p.memory->pair) each(address + std::uint64_t(p.second));
  }
}

void Messages::workgroup_begins(const machine::Workgroup& group) {
  any_ = polls_.any_learns() && group.waves.size() > 1;
  states_.assign(group.waves.size(), {});
  places_.clear();
  in_memory_.clear();
  if (any_) places_.resize((group.lds.size() + kDwordBytes - 1) / kDwordBytes);
}

bool Messages::tells(const Pending& p) const {
  if (!any_ || p.memory == nullptr || p.memory->access == isa::Access::load) return false;
  return moves_lds(p) || (polls_.any_in_memory() && moves_memory(p) && at_one_place(p));
}

bool Messages::learns(const Pending& p) const {
  if (!any_ || !(moves_lds(p) || (polls_.any_in_memory() && moves_memory(p)))) return false;
  const bool is_atomic = moves_lds(p) && p.memory->access == isa::Access::atomic;
  return is_atomic ? p.destination >= 0 : polls_.of(p.prepared->index) != Poll::none;
}

void Messages::take_over(const Wave& wave) {
  if (!any_) return;
  std::erase_if(state(wave).awaited, [&](const Awaited& a) {
    if (a.number >= waits_.first_open(wave, a.counter)) return false;
    lds_.learn(wave, a.message->lds);
    memory_.learn(wave, a.message->memory);
    return true;
  });
}

void Messages::issues(const Wave& wave, const Pending& p) {
  take_over(wave);
  if (tells(p))
    state(wave).under_way[p.number] =
        std::make_shared<const Message>(lds_.told_by(wave), memory_.tells(wave));
}

Messages::Shared Messages::join(const Shared& a, const Shared& b) {
  if (a == nullptr || a == b) return b;
  if (b == nullptr) return a;
  Message both = *a;
  LdsOrder::join(both.lds, b->lds);
  memory_.join(both.memory, b->memory);
  return std::make_shared<const Message>(std::move(both));
}

/// What places of memory told is gone where lanes store something else.
void Messages::overwrite(const Pending& p) {
  if (in_memory_.empty() || !uses_memory(p) || p.memory->access != isa::Access::store) return;
  observe::for_each_run(p, [&](std::uint64_t first, std::uint64_t end) {
    for (std::uint64_t d = first / kDwordBytes; d * kDwordBytes < end; ++d) in_memory_.erase(d);
  });
}

// Lanes mostly find the same message, and leave the same.
void Messages::performs(const Wave& wave, const Pending& p) {
  if (!any_) return;
  if (learns(p)) {
    Shared all, before;
    each_place(p, [&](const Shared& place) {
      if (place == before) return;
      before = place;
      all = join(all, before);
    });
    if (all != nullptr && all != state(wave).last)
      state(wave).awaited.push_back({p.counter, std::uint32_t(p.number), all});
    state(wave).last = all;
  }
  const auto mine = state(wave).under_way.extract(p.number);
  if (mine.empty()) return overwrite(p);
  if (in_memory_.size() > kMostPlaces) in_memory_.clear();
  Shared before, both;
  each_place(p, [&](Shared& place) {
    if (p.memory->access != isa::Access::atomic) {
      place = mine.mapped();
      return;
    }
    if (both == nullptr || (place != before && place != both)) {
      before = place;
      both = join(before, mine.mapped());
    }
    place = both;
  });
}

}  // namespace lockstep::checks
