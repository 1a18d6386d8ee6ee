#include "emulator/checks/lds_operation.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "emulator/machine/waves/wave.hpp"
#include "emulator/observe/footprint.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::checks {

using machine::Pending;
using machine::Wave;

namespace {

/// The lanes' addresses, and from where to where they lie.
template <typename Address>
LOCKSTEP_INLINE void place_lanes(const Address& address, LdsOperation& o) {
  std::uint32_t lowest = ~0u, highest = 0;
  for (std::size_t l = 0; l < isa::kMaxLanes; ++l) {
    const auto at = std::uint32_t(address[l]);
    o.at[l] = at;
    if (l >= o.lane_count) continue;
    lowest = at < lowest ? at : lowest;
    highest = at > highest ? at : highest;
  }
  o.lowest = lowest;
  o.highest = highest;
}

LOCKSTEP_CLONES void place(const Pending& p, LdsOperation& o) {
  if (p.lds.per_lane()) return place_lanes(p.lds_address, o);
  place_lanes(p.address, o);
}

}  // namespace

bool uses_lds(const Pending& p) {
  if (p.lanes == 0) return false;
  return p.lds.in_row() || p.lds.per_lane() || (p.space == isa::Memory::Space::lds && p.perform != nullptr);
}

void describe(const Wave& wave, const Pending& p, LdsOperation& o) {
  const bool dma = p.lds.in_row();
  o.copies = dma || p.lds.per_lane();
  o.order = p.number;
  o.prepared = p.prepared;
  o.counter = p.counter;
  o.wave = std::uint8_t(wave.id);
  o.writes = o.copies ? p.memory->access == isa::Access::load : p.memory->access != isa::Access::load;
  o.atomic = p.memory->access == isa::Access::atomic;
  o.arrival = o.atomic && p.memory->atomic == isa::Atomic::barrier_arrive;
  o.elements = !o.copies && p.memory->pair ? 2 : 1;
  o.lane_count = p.lane_count;
  o.bytes = dma ? std::max<std::uint32_t>(4, p.memory->bytes) : p.memory->bytes;
  o.wide = o.bytes > observe::kWidestAtomic;
  o.lanes = {p.lanes, o.elements == 2 ? p.lanes : 0};
  o.second = std::int32_t(p.second);
  o.in_row = dma || (!o.copies && p.in_row());
  if (!o.in_row) return place(p, o);
  o.lowest = std::uint32_t(dma ? p.lds.base : p.address[0]);
  o.highest = o.address(o.lane_count - 1u);
}

std::string what_is_missing(const LdsOperation* early, const arch::Arch& arch) {
  if (early == nullptr) return "no barrier lies between";
  const int allowed = std::max<int>(early->needs, 0);
  return fmt::format("the {} between comes before wave {} has waited for its own: {} is missing there",
                     early->needs < 0 ? "flag or atomic" : "barrier", early->wave,
                     isa::wait_text(early->counter, allowed, arch));
}

}  // namespace lockstep::checks
