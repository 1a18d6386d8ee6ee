#include "lds_changes.hpp"

#include <array>
#include <cstring>

#include "emulator/machine/wave.hpp"

namespace lockstep::checks {

using machine::Pending;
using machine::Wave;

bool is_in_lds(const Wave& wave, const Pending& store, int lane, int element) {
  const auto l = std::size_t(lane), dwords = std::size_t((store.memory->bytes + 3) / 4);
  std::array<std::uint32_t, 4> words{};
  for (std::size_t d = 0; d < dwords; ++d) words[d] = store.data[std::size_t(element) * dwords + d][l];
  const std::uint64_t at = store.address[l] + std::uint64_t(element) * std::uint64_t(store.second);
  return std::memcmp(wave.group->lds.data() + at, words.data(), store.memory->bytes) == 0;
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
