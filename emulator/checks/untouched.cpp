#include "emulator/checks/untouched.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::checks {

using machine::Pending;

namespace {

using Space = isa::Memory::Space;

bool writes_memory(const Pending& p) {
  return p.perform != nullptr && p.memory->access != isa::Access::load && p.space != Space::lds &&
         p.space != Space::scratch;
}

}  // namespace

// A scalar operation has one lane; its dwords have an owner each.
void Untouched::performs(const machine::Wave& wave, const Pending& p) {
  if (!writes_memory(p)) return;
  if (p.inside != 0 && p.owner_inside().untouched().empty()) return;
  constexpr std::uint64_t kDword = 4;
  const std::uint64_t dwords = (p.memory->bytes + kDword - 1) / kDword;
  if (isa::is_scalar(p.space)) {
    for (std::uint64_t d = 0; d < dwords; ++d)
      if (const machine::Allocation* owner = p.owner(d); owner != nullptr)
        judge(wave, p, -1, *owner, p.address[0] + kDword * d, kDword);
    return;
  }
  for (std::uint64_t left = p.lanes; left != 0; left &= left - 1) {
    const auto l = std::size_t(std::countr_zero(left));
    if (p.in_range(l) == 0 || p.owner(l)->untouched().empty()) continue;
    for (std::uint64_t d = 0; d < dwords; ++d) {
      if (p.inside == 0 && (p.in_range(l) >> d & 1) == 0) continue;  // past the end of a buffer: dropped
      const std::uint64_t at = kDword * d;
      judge(wave, p, int(l), *p.owner(l), p.address[l] + at, std::min(kDword, p.memory->bytes - at));
    }
  }
}

void Untouched::judge(const machine::Wave& wave, const Pending& p, int lane, const machine::Allocation& owner,
                      std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t begin = address - owner.base(), end = begin + bytes;
  for (const machine::Allocation::Range& range : owner.untouched()) {
    if (end <= range.begin || range.end <= begin) continue;
    if (!findings_.is_new(machine::FindingKind::untouched, p.prepared->index, p.prepared->index)) return;
    const std::uint64_t first = std::max(begin, range.begin);
    findings_.add(
        machine::FindingKind::untouched, wave, *p.prepared, lane, p.prepared->index,
        fmt::format("writes {:#x}, byte {:#x} of {}, of which bytes {:#x} to {:#x} are not to be written",
                    owner.base() + first, first, owner.name(), range.begin, range.end));
    return;
  }
}

}  // namespace lockstep::checks
