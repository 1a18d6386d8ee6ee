#include "emulator/checks/lds_messages.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::checks {

using machine::Pending;
using machine::Wave;

namespace {

constexpr std::uint8_t kWidestMessage = 8;

bool moves_lds(const Pending& p) {
  return p.space == isa::Memory::Space::lds && p.perform != nullptr && p.memory != nullptr &&
         !p.lds.in_row() && !p.lds.per_lane() && p.memory->bytes <= kWidestMessage &&
         p.memory->atomic != isa::Atomic::barrier_arrive;  // LdsOrder::arrives
}

/// Calls visit(place) for all that the lanes use, some of them again.
template <typename Places, typename Visit>
void each_place(Places& places, const Pending& p, Visit visit) {
  const auto each = [&](std::uint64_t address) {
    const std::uint64_t end =
        std::min<std::uint64_t>((address + p.memory->bytes + kDwordBytes - 1) / kDwordBytes, places.size());
    for (std::uint64_t d = address / kDwordBytes; d < end; ++d) visit(places[d]);
  };
  for (std::uint64_t left = p.lanes; left != 0; left &= left - 1) {
    const std::uint64_t address = p.address[std::size_t(std::countr_zero(left))];
    each(address);
    if (p.memory->pair) each(address + std::uint64_t(p.second));
  }
}

}  // namespace

void LdsMessages::workgroup_begins(const machine::Workgroup& group) {
  any_ = polls_.any_learns() && group.waves.size() > 1;
  states_.assign(group.waves.size(), {});
  places_.clear();
  if (any_) places_.resize((group.lds.size() + kDwordBytes - 1) / kDwordBytes);
}

bool LdsMessages::tells(const Pending& p) const {
  return any_ && moves_lds(p) && p.memory->access != isa::Access::load;
}

bool LdsMessages::learns(const Pending& p) const {
  if (!any_ || !moves_lds(p)) return false;
  return p.memory->access == isa::Access::atomic ? p.destination >= 0
                                                 : polls_.of(p.prepared->index) != LdsPoll::none;
}

void LdsMessages::take_over(const Wave& wave) {
  if (!any_) return;
  std::erase_if(state(wave).awaited, [&](const Awaited& a) {
    if (a.number >= waits_.first_open(wave, a.counter)) return false;
    lds_.learn(wave, a.message->lds);
    memory_.learn(wave, a.message->memory);
    return true;
  });
}

void LdsMessages::issues(const Wave& wave, const Pending& p) {
  take_over(wave);
  if (tells(p))
    state(wave).under_way[p.number] =
        std::make_shared<const Message>(lds_.told_by(wave), memory_.tells(wave));
}

LdsMessages::Shared LdsMessages::join(const Shared& a, const Shared& b) {
  if (a == nullptr || a == b) return b;
  if (b == nullptr) return a;
  Message both = *a;
  LdsOrder::join(both.lds, b->lds);
  memory_.join(both.memory, b->memory);
  return std::make_shared<const Message>(std::move(both));
}

// Lanes mostly find the same message, and leave the same.
void LdsMessages::performs(const Wave& wave, const Pending& p) {
  if (!any_) return;
  if (learns(p)) {
    Shared all, before;
    each_place(places_, p, [&](const Shared& place) {
      if (place == before) return;
      before = place;
      all = join(all, before);
    });
    if (all != nullptr && all != state(wave).last)
      state(wave).awaited.push_back({p.counter, std::uint32_t(p.number), all});
    state(wave).last = all;
  }
  const auto mine = state(wave).under_way.extract(p.number);
  if (mine.empty()) return;
  Shared before, both;
  each_place(places_, p, [&](Shared& place) {
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
