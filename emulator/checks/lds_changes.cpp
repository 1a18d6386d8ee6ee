#include "emulator/checks/lds_changes.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::checks {

using machine::Pending;
using machine::Wave;

std::uint64_t lanes_in_lds(const Wave& wave, const Pending& store, int element) {
  const std::uint8_t* const lds =
      wave.group->lds.data() + std::uint64_t(element) * std::uint64_t(store.second);
  const auto bytes = std::size_t(store.memory->bytes), dwords = (bytes + 3) / 4;
  std::uint64_t there = store.lanes;
  for (std::size_t d = 0; d < dwords; ++d) {
    const machine::Lanes& data = store.data[std::size_t(element) * dwords + d];
    for (std::uint64_t left = there; left != 0; left &= left - 1) {
      const auto l = std::size_t(std::countr_zero(left));
      const std::size_t size = std::min<std::size_t>(4, bytes - 4 * d);
      if (std::memcmp(lds + store.address[l] + 4 * d, &data[l], size) != 0) there &= ~(left & -left);
    }
  }
  return there;
}

void LdsChanges::performs(const Wave& wave, const Pending& p) {
  if (p.space != isa::Memory::Space::lds || p.memory->access != isa::Access::store) return;
  const std::uint32_t index = p.prepared->index;
  if (changed_.size() <= index) changed_.resize(index + 1);
  for (int element = 0; element < (p.memory->pair ? 2 : 1) && !changed_[index]; ++element)
    changed_[index] = lanes_in_lds(wave, p, element) != p.lanes;
}

}  // namespace lockstep::checks
