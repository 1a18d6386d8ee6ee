// Whose bytes the lanes of an operation use, and which of them are in range.
#include <algorithm>

#include "emulator/machine/transfers/all_lanes.hpp"
#include "emulator/machine/transfers/lane_pages.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::machine::all_lanes {

namespace {

constexpr std::uint64_t kAllLanes = ~std::uint64_t{0};

bool is_narrow_store(const isa::Memory& memory) {
  return memory.bytes < 4 && memory.access != isa::Access::load;
}

/// What will be loaded soon, and lies in a row, of a page that is there.
LOCKSTEP_INLINE void ask_for(const Allocation& owner, std::uint64_t offset, std::uint64_t bytes) {
  constexpr std::uint64_t kLine = 64;
  const Page* const page = owner.present(offset / kPageBytes);
  const std::uint64_t within = offset % kPageBytes;
  if (page == nullptr || within + bytes > kPageBytes) return;
  for (std::uint64_t at = 0; at < bytes; at += kLine) __builtin_prefetch(&page->data[within + at]);
}

/// Whether each lane's address lies `stride` behind the one's before it.
LOCKSTEP_INLINE bool lie_apart(const Addresses& address, std::uint64_t stride) {
  std::uint64_t elsewhere = 0;
  for (std::size_t l = 0; l < kMaxLanes; ++l) elsewhere |= address[l] ^ (address[0] + l * stride);
  return elsewhere == 0;
}

/// own() of the lanes `inside`, of which there are some; all addresses are among theirs.
LOCKSTEP_INLINE bool own_inside(const Memory& memory, Allocation* likely, const Allocation* expected,
                                std::uint64_t inside, const Addresses& address, Pending& p) {
  constexpr std::uint64_t kMostStride = kPageBytes / kMaxLanes;
  const std::uint64_t stride = address[1] - address[0];
  const bool apart = stride <= kMostStride && lie_apart(address, stride);
  std::uint64_t lowest = address.front(), highest = address.back();
  for (std::size_t l = 0; l < kMaxLanes && !apart; ++l) {
    const std::uint64_t at = address[l];
    lowest = at < lowest ? at : lowest;
    highest = at > highest ? at : highest;
  }
  const std::uint64_t bytes = highest - lowest + p.memory->bytes;
  Allocation* const owner =
      likely != nullptr && likely->contains(lowest, bytes) ? likely : memory.owner(lowest, bytes);
  if (owner == nullptr || (expected != nullptr && owner != expected)) return false;
  if (p.memory->access != isa::Access::load && !owner->writable()) return false;
  p.owner_of_inside = owner;
  p.inside = inside;
  p.stride = inside == kAllLanes && apart ? std::uint32_t(stride) : 0;
  p.in_row = p.stride == p.memory->bytes;
  if (p.in_row && p.memory->access == isa::Access::load) ask_for(*owner, lowest - owner->base(), bytes);
  return true;
}

/// The lanes that are in range whole; 0 when one is in part.
LOCKSTEP_INLINE std::uint64_t lanes_inside(const BufferDescriptor& descriptor, const std::uint32_t* offsets,
                                           std::uint32_t offset, std::uint64_t scalar_offset,
                                           const isa::Memory& memory) {
  const auto least = std::uint64_t(std::min<int>(memory.bytes, 4));  // that is in range or not
  std::uint64_t whole = 0, some = 0;
  for (std::size_t l = 0; l < kMaxLanes; ++l) {
    const std::uint32_t own_offset = (offsets != nullptr ? offsets[l] : 0u) + offset;
    const std::uint64_t first = own_offset + scalar_offset;
    whole |= std::uint64_t{first + memory.bytes <= descriptor.num_records} << l;
    some |= std::uint64_t{first + least <= descriptor.num_records} << l;
  }
  return whole == some ? whole : 0;
}

}  // namespace

LOCKSTEP_CLONES bool own(const Memory& memory, Allocation*& last, Pending& p) {
  if (p.lanes != kAllLanes || is_narrow_store(*p.memory)) return false;
  if (!own_inside(memory, last, nullptr, kAllLanes, p.address, p)) return false;
  last = p.owner_of_inside;
  return true;
}

LOCKSTEP_CLONES bool buffer_addresses(const Memory& memory, const BufferDescriptor& descriptor,
                                      const std::uint32_t* offsets, std::uint32_t offset,
                                      std::uint64_t scalar_offset, Pending& p) {
  if (p.lanes != kAllLanes || descriptor.stride != 0 || descriptor.swizzle || descriptor.add_thread_id)
    return false;
  std::uint32_t highest = 0;
  const std::uint64_t base = descriptor.base + scalar_offset;
  for (std::size_t l = 0; l < kMaxLanes; ++l) {
    const std::uint32_t own_offset = (offsets != nullptr ? offsets[l] : 0u) + offset;
    highest = std::max(highest, own_offset);
    p.address[l] = (base + own_offset) & 0xFFFF'FFFF'FFFFull;
  }
  const isa::Memory& operation = *p.memory;
  Allocation* const expected = memory.owner(descriptor.base, 1);
  if (expected == nullptr || is_narrow_store(operation)) return false;
  if (highest + scalar_offset + operation.bytes <= descriptor.num_records)
    return own_inside(memory, expected, expected, kAllLanes, p.address, p);
  if (operation.access == isa::Access::atomic) return false;
  const std::uint64_t inside = lanes_inside(descriptor, offsets, offset, scalar_offset, operation);
  return inside != 0 &&
         own_inside(memory, expected, expected, inside, addresses_inside(p.address, inside), p);
}

}  // namespace lockstep::machine::all_lanes
