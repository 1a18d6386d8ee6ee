// The bytes that an operation uses, one by one, of LDS and of device memory.
#pragma once

#include <algorithm>
#include <cstdint>

#include "emulator/observe/footprint.hpp"
#include "emulator/observe/last_store.hpp"

namespace lockstep::laws {

inline constexpr std::uint64_t kUsedDword = 4;

inline bool is_copy(const machine::Pending& p) {
  return p.lds.kind != machine::LdsSide::Kind::none;
}

/// Calls visit(lane, address, byte of the lane's data) for each byte of LDS that the lanes use.
template <typename Visit>
void each_lds_byte(const machine::Pending& p, Visit visit) {
  const std::uint64_t elements = !is_copy(p) && p.memory->pair ? 2 : 1;
  const std::uint64_t bytes =
      p.lds.in_row() ? std::max<std::uint64_t>(kUsedDword, p.memory->bytes) : p.memory->bytes;
  const std::uint64_t whole = (bytes + kUsedDword - 1) / kUsedDword * kUsedDword;
  for (std::size_t l = 0; l < std::size_t(isa::kMaxLanes); ++l) {
    if ((p.lanes >> l & 1) == 0) continue;
    const std::uint64_t first = is_copy(p) ? observe::lds_address(p, l) : p.address[l];
    for (std::uint64_t e = 0; e < elements; ++e)
      for (std::uint64_t b = 0; b < bytes; ++b)
        visit(l, first + e * std::uint64_t(p.second) + b, std::size_t(e * whole + b));
  }
}

/// Calls visit(lane, address, whether it is in range) for each byte of device memory that the lanes ask for.
template <typename Visit>
void each_memory_byte(const machine::Pending& p, Visit visit) {
  if (isa::is_scalar(p.space)) {
    const std::uint64_t bytes = std::min<std::uint64_t>(p.memory->bytes, kUsedDword);
    for (std::size_t d = 0; d < std::size_t(p.dwords); ++d)
      for (std::uint64_t b = 0; p.owners.of(p.memory->bytes < kUsedDword ? 0 : d) != nullptr && b < bytes;
           ++b)
        visit(std::size_t{0}, p.address[0] + kUsedDword * d + b, true);
    return;
  }
  for (std::size_t l = 0; l < std::size_t(isa::kMaxLanes); ++l)
    for (std::uint64_t b = 0; (p.lanes >> l & 1) != 0 && b < p.memory->bytes; ++b)
      visit(l, p.address[l] + b, (p.in_range(l) >> b / kUsedDword & 1) != 0);
}

}  // namespace lockstep::laws
