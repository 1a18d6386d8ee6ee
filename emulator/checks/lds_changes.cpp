#include "emulator/checks/lds_changes.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "emulator/machine/waves/wave.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::checks {

using machine::Pending;
using machine::Wave;

namespace {

/// Whether `bytes` of a dword are there.
bool is_there(const std::uint8_t* at, std::uint32_t dword, std::size_t bytes) {
  if (bytes != sizeof dword) return std::memcmp(at, &dword, bytes) == 0;
  std::uint32_t present;
  std::memcpy(&present, at, sizeof present);
  return present == dword;
}

/// Whether any lane's element is there already: elements of `kBytes`, one behind the other from `row` on.
template <std::size_t kBytes>
LOCKSTEP_INLINE bool any_in_row(const std::uint8_t* row, const machine::Lanes& data) {
  std::uint32_t any = 0;
  for (std::size_t l = 0; l < data.size(); ++l) {
    std::uint32_t present = 0;
    std::memcpy(&present, row + kBytes * l, sizeof present);
    any |= std::uint32_t{present == data[l]};
  }
  return any != 0;
}

/// Whether a lane's first dword, which is row `first` of the data, is there: of nearly every store none is.
/// All lanes take part.
LOCKSTEP_CLONES bool any_first_dword(const std::uint8_t* lds, const Pending& store, std::size_t first) {
  const machine::Lanes& data = store.data[first];
  if (store.in_row() && store.memory->bytes == 16) return any_in_row<16>(lds + store.address[0], data);
  if (store.in_row() && store.memory->bytes == 8) return any_in_row<8>(lds + store.address[0], data);
  std::uint32_t any = 0;
  for (std::size_t l = 0; l < data.size(); ++l) {
    std::uint32_t present = 0;
    std::memcpy(&present, lds + store.address[l], sizeof present);
    any |= std::uint32_t{present == data[l]};
  }
  return any != 0;
}

}  // namespace

std::uint64_t lanes_in_lds(const Wave& wave, const Pending& store, int element) {
  const std::uint8_t* const lds =
      wave.group->lds.data() + std::uint64_t(element) * std::uint64_t(store.second);
  const auto bytes = std::size_t(store.memory->bytes), dwords = (bytes + 3) / 4;
  if (~store.lanes == 0 && bytes >= 4 && !any_first_dword(lds, store, std::size_t(element) * dwords))
    return 0;
  std::uint64_t there = store.lanes;
  for (std::size_t d = 0; d < dwords; ++d) {
    const machine::Lanes& data = store.data[std::size_t(element) * dwords + d];
    for (std::uint64_t left = there; left != 0; left &= left - 1) {
      const auto l = std::size_t(std::countr_zero(left));
      if (!is_there(lds + store.address[l] + 4 * d, data[l], std::min<std::size_t>(4, bytes - 4 * d)))
        there &= ~(left & -left);
    }
  }
  return there;
}

std::uint64_t loaded_lanes_in_lds(const Wave& wave, const Pending& load) {
  const auto bytes = std::size_t(load.memory->bytes);
  if (load.lds.in_row() && bytes < 4) return 0;  // extended on the way
  const std::uint8_t* const lds = wave.group->lds.data();
  std::uint64_t there = 0;
  for (std::uint64_t left = load.lanes; left != 0; left &= left - 1) {
    const auto l = std::size_t(std::countr_zero(left));
    const std::uint8_t* const at =
        lds + (load.lds.per_lane() ? load.lds_address[l] : load.lds.base + l * bytes);
    bool all = true;
    for (std::size_t d = 0; all && 4 * d < bytes; ++d)
      all = is_there(at + 4 * d, load.data[d][l], std::min<std::size_t>(4, bytes - 4 * d));
    there |= std::uint64_t{all} << l;
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
