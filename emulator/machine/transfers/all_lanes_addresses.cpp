// Addresses of operations of all lanes: the owner of their bytes, and which lanes are in range.
#include <algorithm>
#include <bit>

#include "emulator/machine/transfers/all_lanes.hpp"
#include "emulator/machine/transfers/lane_elements.hpp"
#include "emulator/machine/transfers/lane_pages.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::machine::all_lanes {

namespace {

/// Whether enough lanes take part; fewer are faster one by one.
bool is_worth_all(const Pending& p) {
  constexpr int kFew = 8;
  return p.takes_all() || std::popcount(p.lanes) >= kFew;
}

/// Prefetches what will be loaded soon, if it is contiguous and on a page that exists.
LOCKSTEP_INLINE void ask_for(const Allocation& owner, std::uint64_t offset, std::uint64_t bytes) {
  constexpr std::uint64_t kLine = 64;
  const Page* const page = owner.present(offset / kPageBytes);
  const std::uint64_t within = offset % kPageBytes;
  if (page == nullptr || within + bytes > kPageBytes) return;
  for (std::uint64_t at = 0; at < bytes; at += kLine) __builtin_prefetch(&page->data[within + at]);
}

/// Whether each lane's address is `stride` bytes after that of the one before.
template <int kLanes>
LOCKSTEP_INLINE bool lie_apart(const Addresses& address, std::uint64_t stride) {
  std::uint64_t elsewhere = 0;
  for (std::size_t l = 0; l < kLanes; ++l) elsewhere |= address[l] ^ (address[0] + l * stride);
  return elsewhere == 0;
}

/// own() for the lanes `inside`, of which there must be some; all addresses are among theirs.
template <int kLanes>
LOCKSTEP_INLINE bool own_inside(const Memory& memory, Allocation* likely, const Allocation* expected,
                                std::uint64_t inside, const Addresses& address, Pending& p) {
  constexpr std::uint64_t kMostStride = kPageBytes / kMaxLanes;
  const std::uint64_t stride = address[1] - address[0];
  const bool apart = stride <= kMostStride && lie_apart<kLanes>(address, stride);
  std::uint64_t lowest = address.front(), highest = address[kLanes - 1];
  for (std::size_t l = 0; l < kLanes && !apart; ++l) {
    const std::uint64_t at = address[l];
    lowest = at < lowest ? at : lowest;
    highest = at > highest ? at : highest;
  }
  const std::uint64_t bytes = highest - lowest + p.memory->bytes;
  Allocation* const owner =
      likely != nullptr && likely->contains(lowest, bytes) ? likely : memory.owner(lowest, bytes);
  if (owner == nullptr || (expected != nullptr && owner != expected)) return false;
  if (p.memory->access != isa::Access::load && !owner->writable()) return false;
  p.owners.set_one(*owner, inside);
  p.stride = inside == kEvery<kLanes> && apart ? std::uint32_t(stride) : 0;
  if (p.in_row() && p.memory->access == isa::Access::load) ask_for(*owner, lowest - owner->base(), bytes);
  return true;
}

/// The offsets of an access by its lanes. They wrap at 32 bits, except on gfx1250.
struct LaneOffsets {
  const std::uint32_t* lanes;  ///< nullptr: all are 0
  std::uint64_t all;
  std::uint64_t mask;

  LOCKSTEP_INLINE std::uint64_t of(std::size_t l) const {
    return ((lanes != nullptr ? lanes[l] : 0u) + all) & mask;
  }
};

/// The lanes that take part and are in range whole; 0 when one is in range in part.
template <int kLanes>
LOCKSTEP_INLINE std::uint64_t lanes_inside(const BufferDescriptor& descriptor, const LaneOffsets& offsets,
                                           std::uint64_t scalar_offset, const Pending& p) {
  const isa::Memory& memory = *p.memory;
  // the smallest unit that is in range or not
  const auto least = std::uint64_t(std::min<int>(memory.bytes, 4));
  std::uint64_t whole = 0, some = 0;
  for (std::size_t l = 0; l < kLanes; ++l) {
    const std::uint64_t first = offsets.of(l) + scalar_offset;
    whole |= std::uint64_t{first + memory.bytes <= descriptor.num_records} << l;
    some |= std::uint64_t{first + least <= descriptor.num_records} << l;
  }
  return ((whole ^ some) & p.lanes) == 0 ? whole & p.lanes : 0;
}

/// buffer_addresses() for a wave of kLanes lanes.
template <int kLanes>
LOCKSTEP_INLINE bool buffer_addresses_of(const Memory& memory, const BufferDescriptor& descriptor,
                                         const LaneOffsets& offsets, std::uint64_t scalar_offset,
                                         Pending& p) {
  const std::uint64_t base = descriptor.base + scalar_offset,
                      bits = (std::uint64_t{1} << (descriptor.wide ? 57 : 48)) - 1;
  std::uint64_t highest = 0;
  for (std::size_t l = 0; l < kLanes; ++l) {
    const std::uint64_t offset = offsets.of(l);
    highest = std::max(highest, offset);
    p.address[l] = (base + offset) & bits;
  }
  const isa::Memory& operation = *p.memory;
  Allocation* const expected = memory.owner(descriptor.base, 1);
  if (expected == nullptr) return false;
  if (p.takes_all() && highest + scalar_offset + operation.bytes <= descriptor.num_records)
    return own_inside<kLanes>(memory, expected, expected, kEvery<kLanes>, p.address, p);
  if (operation.access == isa::Access::atomic) return false;
  const std::uint64_t inside = lanes_inside<kLanes>(descriptor, offsets, scalar_offset, p);
  return inside != 0 && own_inside<kLanes>(memory, expected, expected, inside,
                                           addresses_inside<kLanes>(p.address, inside), p);
}

}  // namespace

LOCKSTEP_CLONES bool own(const Memory& memory, Allocation*& last, Pending& p) {
  if (!is_worth_all(p)) return false;
  const bool inside = by_lanes(p, [&](auto width) LOCKSTEP_INSIDE {
    if (p.takes_all()) return own_inside<width>(memory, last, nullptr, kEvery<width>, p.address, p);
    return own_inside<width>(memory, last, nullptr, p.lanes, addresses_inside<width>(p.address, p.lanes), p);
  });
  if (inside) last = &p.owners.one();
  return inside;
}

LOCKSTEP_CLONES bool buffer_addresses(const Memory& memory, const BufferDescriptor& descriptor,
                                      const std::uint32_t* lanes, std::int64_t offset,
                                      std::uint64_t scalar_offset, Pending& p) {
  // Without an index gfx1250's stride only says where a record ends.
  const bool plain = descriptor.wide ? !descriptor.bounds_by_stride : descriptor.stride == 0;
  if (!is_worth_all(p) || !plain || descriptor.swizzle || descriptor.add_thread_id) return false;
  const LaneOffsets offsets{lanes, std::uint64_t(offset), descriptor.wide ? ~std::uint64_t{0} : 0xFFFF'FFFFu};
  return by_lanes(p, [&](auto width) LOCKSTEP_INSIDE {
    return buffer_addresses_of<width>(memory, descriptor, offsets, scalar_offset, p);
  });
}

}  // namespace lockstep::machine::all_lanes
