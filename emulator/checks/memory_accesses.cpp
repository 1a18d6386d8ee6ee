#include "emulator/checks/memory_accesses.hpp"

#include <algorithm>
#include <bit>

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
  const bool in_lds = p.lds.in_row() && p.lds.base % 4 != 0;
  if (alignment == 1 && !in_lds) return;
  if (!in_lds && (any_bit(p.address) | std::uint64_t(p.second)) % alignment == 0) return;
  for (int l = 0; l < isa::kMaxLanes; ++l) {
    const auto at = std::size_t(l);
    const bool vector_memory = p.space != isa::Memory::Space::lds;
    if ((p.lanes >> l & 1) == 0 || (vector_memory && p.in_range(at) == 0)) continue;
    const std::uint64_t address = in_lds ? p.lds.base : p.address[at];
    if (!in_lds && address % alignment == 0 && p.second % std::int64_t(alignment) == 0) continue;
    if (findings_.is_new(findings::FindingKind::misaligned, p.prepared->index, p.prepared->index))
      findings_.add(
          findings::FindingKind::misaligned, wave, *p.prepared, l, p.prepared->index,
          fmt::format("{} {:#x} is not a multiple of {}",
                      in_lds || !vector_memory ? "LDS address" : "address", address, in_lds ? 4 : alignment));
    return;
  }
}

using machine::Pending;

namespace {

using Space = isa::Memory::Space;

// The clamped lanes of a vector operation, or the clamped dwords of a scalar one.
std::uint64_t clamped_parts(const Pending& p) {
  std::uint64_t parts = 0;
  if (p.space == Space::buffer)
    for (std::size_t l = 0; l < std::size_t(isa::kMaxLanes); ++l)
      parts |= std::uint64_t{p.in_range(l) != p.all_dwords()} << l;
  if (p.space == Space::buffer) return parts & p.lanes & ~p.astray;
  for (std::size_t d = 0; d < std::size_t(p.dwords); ++d)
    parts |= std::uint64_t{p.owners.of(d) == nullptr} << d;
  return parts;
}

const char* consequence(isa::Access access) {
  return access == isa::Access::load ? "read 0" : "write nothing";
}

}  // namespace

void Clamped::issues(machine::Wave& wave, Pending& p) {
  if (p.space != Space::buffer && p.space != Space::scalar_buffer) return;
  const std::uint64_t parts = clamped_parts(p);
  if (parts == 0 || !findings_.is_new(findings::FindingKind::clamped, p.prepared->index, p.prepared->index))
    return;
  const int first = std::countr_zero(parts);
  const bool scalar = p.space == Space::scalar_buffer;
  const std::uint64_t address =
      scalar ? p.address[0] + 4u * std::uint64_t(first) : p.address[std::size_t(first)];
  findings_.add(findings::FindingKind::clamped, wave, *p.prepared, scalar ? -1 : first, p.prepared->index,
                fmt::format("{} of {} {} lie past num_records, the first at {:#x}, and {}",
                            std::popcount(parts), scalar ? p.dwords : std::popcount(p.lanes),
                            scalar ? "dwords" : "lanes", address, consequence(p.memory->access)));
}

using machine::Pending;

namespace {

using Space = isa::Memory::Space;

bool is_load(const Pending& p) {
  return p.perform != nullptr && p.memory->access == isa::Access::load && p.space != Space::lds &&
         p.space != Space::scratch;
}

}  // namespace

bool Regions::judges(const machine::Allocation* owner) const {
  return owner != nullptr && !owner->writable() && owner != arguments_;
}

// What was loaded is in the operation by now, with the shadow of the bytes. A scalar operation has one lane:
// its dwords lie in rows of four, their owners one beside the other.
void Regions::retires(const machine::Wave& wave, const Pending& p) {
  if (!is_load(p)) return;
  const bool scalar = isa::is_scalar(p.space);
  const std::size_t dwords = (p.memory->bytes + 3u) / 4;
  for (std::size_t l = 0; l < std::size_t(isa::kMaxLanes); ++l) {
    if ((p.lanes >> l & 1) == 0) continue;
    for (std::size_t d = 0; d < dwords; ++d) {
      if ((scalar ? p.undefined_bits(d % 4, d / 4) : p.undefined_bits(d, l)) == 0) continue;
      const machine::Allocation* owner = p.owners.of(scalar ? d : l);
      if (judges(owner)) return report(wave, p, scalar ? -1 : int(l), *owner, p.address[l] + 4 * d);
    }
  }
}

void Regions::report(const machine::Wave& wave, const Pending& p, int lane, const machine::Allocation& owner,
                     std::uint64_t address) {
  if (!findings_.is_new(findings::FindingKind::out_of_region, p.prepared->index, p.prepared->index)) return;
  findings_.add(findings::FindingKind::out_of_region, wave, *p.prepared, lane, p.prepared->index,
                fmt::format("reads {:#x}, byte {:#x} of {}, which is not to be read", address,
                            address - owner.base(), owner.name()));
}

using findings::FindingKind, machine::Pending, machine::Wave;

void SlackAccesses::performs(const Wave& wave, const Pending& p) {
  if (p.perform == nullptr || p.space == isa::Memory::Space::lds || p.space == isa::Memory::Space::scratch)
    return;
  const bool scalar = isa::is_scalar(p.space);
  for (std::size_t l = 0; l < std::size_t(isa::kMaxLanes); ++l) {
    if ((p.lanes >> l & 1) == 0 || (!scalar && p.in_range(l) == 0)) continue;
    judge(wave, p, scalar ? -1 : int(l), p.address[l], p.memory->bytes);
  }
}

void SlackAccesses::judge(const Wave& wave, const Pending& p, int lane, std::uint64_t address,
                          std::uint64_t bytes) {
  for (const Slack& slack : slacks_) {
    if (address + bytes <= slack.begin || address >= slack.end) continue;
    if (!findings_.is_new(FindingKind::bounds, p.prepared->index, p.prepared->index,
                          findings::Severity::note))
      return;
    findings_.add(
        FindingKind::bounds, wave, *p.prepared, lane, p.prepared->index,
        fmt::format("{} {} bytes at {:#x}, {} of them past the end of {}, within the allocation granularity",
                    p.memory->access == isa::Access::load ? "reads" : "writes", bytes, address,
                    address + bytes - std::max(address, slack.begin), slack.buffer),
        findings::Severity::note);
  }
}

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
  if (p.owners.inside() != 0 && p.owners.one().untouched().empty()) return;
  constexpr std::uint64_t kDword = 4;
  const std::uint64_t dwords = (p.memory->bytes + kDword - 1) / kDword;
  if (isa::is_scalar(p.space)) {
    for (std::uint64_t d = 0; d < dwords; ++d)
      if (const machine::Allocation* owner = p.owners.of(d); owner != nullptr)
        judge(wave, p, -1, *owner, p.address[0] + kDword * d, kDword);
    return;
  }
  for (std::uint64_t left = p.lanes; left != 0; left &= left - 1) {
    const auto l = std::size_t(std::countr_zero(left));
    if (p.in_range(l) == 0 || p.owners.of(l)->untouched().empty()) continue;
    for (std::uint64_t d = 0; d < dwords; ++d) {
      if (p.owners.inside() == 0 && (p.in_range(l) >> d & 1) == 0)
        continue;  // past the end of a buffer: dropped
      const std::uint64_t at = kDword * d;
      judge(wave, p, int(l), *p.owners.of(l), p.address[l] + at, std::min(kDword, p.memory->bytes - at));
    }
  }
}

void Untouched::judge(const machine::Wave& wave, const Pending& p, int lane, const machine::Allocation& owner,
                      std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t begin = address - owner.base(), end = begin + bytes;
  for (const machine::Allocation::Range& range : owner.untouched()) {
    if (end <= range.begin || range.end <= begin) continue;
    if (!findings_.is_new(findings::FindingKind::untouched, p.prepared->index, p.prepared->index)) return;
    const std::uint64_t first = std::max(begin, range.begin);
    findings_.add(
        findings::FindingKind::untouched, wave, *p.prepared, lane, p.prepared->index,
        fmt::format("writes {:#x}, byte {:#x} of {}, of which bytes {:#x} to {:#x} are not to be written",
                    owner.base() + first, first, owner.name(), range.begin, range.end));
    return;
  }
}

}  // namespace lockstep::checks
