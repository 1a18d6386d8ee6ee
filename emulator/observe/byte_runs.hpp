// The bytes of device memory that an operation uses, those of lanes side by side together.
#pragma once

#include <cstdint>

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::observe {

inline bool uses_device_memory(const machine::Pending& p) {
  return p.perform != nullptr && p.space != isa::Memory::Space::lds && p.space != isa::Memory::Space::scratch;
}

/// Calls use(first, end) for bytes in memory that kernels may write.
template <typename Use>
void for_each_run(const machine::Pending& p, const Use& use) {
  constexpr std::uint64_t kDword = 4;
  std::uint64_t first = 0, end = 0;
  const auto add = [&](const machine::Allocation* owner, std::uint64_t at, std::uint64_t bytes) {
    if (owner == nullptr || !owner->writable()) return;
    if (at != end && first != end) use(first, end);
    if (at != end) first = at;
    end = at + bytes;
  };
  if (isa::is_scalar(p.space)) {
    for (std::size_t d = 0; d < std::size_t(p.dwords); ++d)
      add(p.owners.of(d), p.address[0] + kDword * d, kDword);
  } else {
    for (std::size_t l = 0; l < std::size_t(isa::kMaxLanes); ++l)
      if ((p.lanes >> l & 1) != 0 && p.in_range(l) != 0) add(p.owners.of(l), p.address[l], p.memory->bytes);
  }
  if (first != end) use(first, end);
}

}  // namespace lockstep::observe
