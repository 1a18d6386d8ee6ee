#include "properties/pages/store_log.hpp"

#include "emulator/machine/waves/pending.hpp"

namespace lockstep::pages {

void StoreLog::performs(const machine::Wave& wave, const machine::Pending& p) {
  using Space = isa::Memory::Space;
  if (p.memory == nullptr || p.memory->access == isa::Access::load) return;
  if (p.space != Space::buffer && p.space != Space::global && p.space != Space::flat) return;
  for (std::size_t lane = 0; lane < machine::kMaxLanes; ++lane) {
    if ((p.lanes >> lane & 1) == 0 || p.in_range(lane) == 0 || stores_.size() >= most_) continue;
    stores_.insert_or_assign(
        p.address[lane],
        Store{p.memory->bytes, {wave.group->id, wave.id, int(lane), p.prepared->instruction->text}});
  }
}

const machine::Writer* StoreLog::find(std::uint64_t address) const {
  auto next = stores_.upper_bound(address);
  if (next == stores_.begin()) return nullptr;
  --next;
  return address - next->first < next->second.bytes ? &next->second.by : nullptr;
}

}  // namespace lockstep::pages
