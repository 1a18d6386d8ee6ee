// What a store would change in memory, before it is performed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "emulator/machine/waves/pending.hpp"

namespace lockstep::machine {

/// Calls visit(first byte of the lane's data, bytes) for each run of them that is in range.
template <typename Visit>
void for_each_piece(const Pending& p, std::size_t lane, Visit visit) {
  const std::uint32_t bytes = p.memory->bytes;
  if (p.owners.inside() != 0) return visit(0u, bytes);
  const auto in_range = [&](std::uint32_t b) { return (p.in_range(lane) >> (b / 4) & 1) != 0; };
  for (std::uint32_t b = 0; b < bytes;) {
    const std::uint32_t first = b;
    while (b < bytes && in_range(b) == in_range(first)) b += 4;
    if (in_range(first)) visit(first, std::min(b, bytes) - first);
  }
}

/// Whether the bytes that a lane stores are there already, and defined.
bool changes_nothing(const Pending& p, std::size_t lane);

/// Whether that holds for all lanes, and what they store is defined.
bool changes_nothing(const Pending& p);

}  // namespace lockstep::machine
