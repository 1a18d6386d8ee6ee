#include "emulator/machine/waves/stored_bytes.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace lockstep::machine {

bool changes_nothing(const Pending& p, std::size_t lane) {
  std::array<std::uint32_t, 4> words;
  for (std::size_t d = 0; d < words.size(); ++d) words[d] = p.data[d][lane];
  const auto* const stored = reinterpret_cast<const std::uint8_t*>(words.data());
  const std::uint64_t offset = p.address[lane] - p.owners.of(lane)->base(), within = offset % kPageBytes;
  if (p.memory->bytes == 1) {
    const Page& page = p.owners.of(lane)->page(offset / kPageBytes);
    return page.undefined[within] == 0 && page.data[within] == *stored;
  }
  if (within + sizeof words[0] <= kPageBytes && p.memory->bytes >= sizeof words[0] &&
      (p.in_range(lane) & 1) != 0) {  // what nearly every store changes
    std::uint32_t there = 0;
    std::memcpy(&there, &p.owners.of(lane)->page(offset / kPageBytes).data[within], sizeof there);
    if (there != words[0]) return false;
  }
  bool same = true;
  for_each_piece(p, lane, [&](std::uint32_t at, std::uint32_t bytes) {
    same = same && p.owners.of(lane)->holds(offset + at, stored + at, bytes);
  });
  return same;
}

bool changes_nothing(const Pending& p) {
  for (std::uint64_t left = p.lanes; left != 0; left &= left - 1) {
    const auto lane = std::size_t(std::countr_zero(left));
    if (p.in_range(lane) == 0) continue;
    for (std::size_t d = 0; d < std::size_t(p.dwords); ++d)
      if (p.undefined_bits(d, lane) != 0) return false;
    if (!changes_nothing(p, lane)) return false;
  }
  return true;
}

}  // namespace lockstep::machine
