#include "emulator/checks/alignment.hpp"

#include <fmt/format.h>

#include "emulator/machine/waves/wave.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::checks {

using machine::Pending;

namespace {

/// Bytes that the addresses of the operation have to be multiples of; 1: any will do.
std::uint64_t alignment_of(const Pending& p) {
  const isa::Memory& m = *p.memory;
  if (isa::is_scalar(m.space) || p.perform == nullptr) return 1;
  if (m.access == isa::Access::atomic) return m.bytes;
  if (m.transpose != 0) return m.bytes == 8 ? 8 : 4;
  return 1;
}

LOCKSTEP_CLONES std::uint64_t any_bit(const std::array<std::uint64_t, isa::kMaxLanes>& addresses) {
  std::uint64_t any = 0;
  for (const std::uint64_t address : addresses) any |= address;
  return any;
}

}  // namespace

void Alignment::issues(machine::Wave& wave, Pending& p) {
  const std::uint64_t alignment = alignment_of(p);
  const bool in_lds = p.to_lds && p.lds_base % 4 != 0;
  if (alignment == 1 && !in_lds) return;
  if (!in_lds && (any_bit(p.address) | std::uint64_t(p.second)) % alignment == 0) return;
  for (int l = 0; l < isa::kMaxLanes; ++l) {
    const auto at = std::size_t(l);
    const bool vector_memory = p.space != isa::Memory::Space::lds;
    if ((p.lanes >> l & 1) == 0 || (vector_memory && p.in_range(at) == 0)) continue;
    const std::uint64_t address = in_lds ? p.lds_base : p.address[at];
    if (!in_lds && address % alignment == 0 && p.second % std::int64_t(alignment) == 0) continue;
    if (findings_.is_new(machine::FindingKind::misaligned, p.prepared->index, p.prepared->index))
      findings_.add(
          machine::FindingKind::misaligned, wave, *p.prepared, l, p.prepared->index,
          fmt::format("{} {:#x} is not a multiple of {}",
                      in_lds || !vector_memory ? "LDS address" : "address", address, in_lds ? 4 : alignment));
    return;
  }
}

}  // namespace lockstep::checks
