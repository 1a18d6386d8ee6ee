#include "lds_changes.hpp"

#include <cstring>

#include "emulator/machine/wave.hpp"

namespace lockstep::checks {

using machine::Pending;
using machine::Wave;

bool is_in_lds(const Wave& wave, const Pending& store, int lane, int element) {
  const auto l = std::size_t(lane), dwords = std::size_t((store.memory->bytes + 3) / 4);
  const std::uint8_t* const at =
      wave.group->lds.data() + store.address[l] + std::uint64_t(element) * std::uint64_t(store.second);
  const std::size_t last_bytes = store.memory->bytes - 4 * (dwords - 1);  // 1, 2 or 4
  for (std::size_t d = 0; d < dwords; ++d) {
    const std::uint32_t word = store.data[std::size_t(element) * dwords + d][l];
    if (d + 1 < dwords || last_bytes == 4) {
      std::uint32_t present;
      std::memcpy(&present, at + 4 * d, sizeof present);
      if (present != word) return false;
    } else if (std::memcmp(at + 4 * d, &word, last_bytes) != 0) {
      return false;
    }
  }
  return true;
}

void LdsChanges::performs(const Wave& wave, const Pending& p) {
  if (p.space != isa::Memory::Space::lds || p.memory->access != isa::Access::store) return;
  const std::uint32_t index = p.code->index;
  if (changed_.size() <= index) changed_.resize(index + 1);
  for (int element = 0; element < (p.memory->pair ? 2 : 1); ++element)
    for (int l = 0; l < isa::kLanes && !changed_[index]; ++l)
      changed_[index] = (p.lanes >> l & 1) != 0 && !is_in_lds(wave, p, l, element);
}

}  // namespace lockstep::checks
