#include "whole_wave.hpp"

#include <algorithm>

#include "emulator/matrix/transpose.hpp"

namespace lockstep::machine::whole_wave {

namespace {

constexpr std::uint64_t kAllLanes = ~std::uint64_t{0};

/// Calls move(dwords of an element, known where `move` is compiled); false for any other size.
template <typename Move>
bool by_dwords(int bytes, Move move) {
  switch (bytes) {
    case 4:
      return move(std::integral_constant<int, 1>{});
    case 8:
      return move(std::integral_constant<int, 2>{});
    case 12:
      return move(std::integral_constant<int, 3>{});
    case 16:
      return move(std::integral_constant<int, 4>{});
    default:
      return false;
  }
}

/// Shadow bytes that are not 0.
template <int kDwords>
std::uint32_t any_undefined(const std::uint8_t* shadow) {
  std::array<std::uint32_t, kDwords> words;
  std::memcpy(words.data(), shadow, sizeof words);
  std::uint32_t any = 0;
  for (const std::uint32_t w : words) any |= w;
  return any;
}

bool any_undefined(const Pending& p, int dwords) {
  std::uint32_t any = 0;
  for (int d = 0; d < dwords; ++d)
    for (const std::uint32_t u : p.undefined[std::size_t(d)]) any |= u;
  return any != 0;
}

template <int kDwords>
void to_lane(const std::uint8_t* from, std::size_t lane, std::size_t first, Pending& p) {
  std::array<std::uint32_t, kDwords> words;
  std::memcpy(words.data(), from, sizeof words);
  for (std::size_t d = 0; d < kDwords; ++d) p.data[first + d][lane] = words[d];
}

/// Four lanes' dwords at once, from where at(lane) says; what is undefined of them is added to `undefined`.
template <typename At>
void to_four_lanes(const std::uint8_t* data, const std::uint8_t* shadow, const At& at, std::size_t lane,
                   std::size_t first, matrix::Words& undefined, Pending& p) {
  matrix::Words words[4];
  for (std::size_t i = 0; i < 4; ++i) {
    words[i] = matrix::load<matrix::Words>(data + at(lane + i));
    undefined |= matrix::load<matrix::Words>(shadow + at(lane + i));
  }
  matrix::transpose(words);
  for (std::size_t d = 0; d < 4; ++d) matrix::store(&p.data[first + d][lane], words[d]);
}

template <int kDwords>
void from_lane(const Pending& p, std::size_t lane, std::size_t first, std::uint8_t* to) {
  std::array<std::uint32_t, kDwords> words;
  for (std::size_t d = 0; d < kDwords; ++d) words[d] = p.data[first + d][lane];
  std::memcpy(to, words.data(), sizeof words);
}

void all_defined(Pending& p, int dwords) {
  for (int d = 0; d < dwords; ++d) p.undefined[std::size_t(d)].fill(0);
}

/// The page of each lane in turn, and where in it the lane's bytes begin: visit(lane, page, place). False as
/// soon as a lane's bytes lie on two pages.
template <typename Visit>
bool each_place(Pending& p, Visit visit) {
  Allocation& owner = *p.owner[0];
  Page* page = nullptr;
  std::uint64_t number = 0;
  for (std::size_t l = 0; l < kLanes; ++l) {
    const std::uint64_t offset = p.address[l] - owner.base(), place = offset % kPageBytes;
    if (place + p.memory->bytes > kPageBytes) return false;
    if (page == nullptr || offset / kPageBytes != number) {
      number = offset / kPageBytes;
      page = &owner.page(number);
    }
    visit(l, *page, place);
  }
  return true;
}

}  // namespace

bool own(const Memory& memory, const Allocation* expected, Pending& p) {
  if (p.lanes != kAllLanes || p.memory->bytes < 4) return false;
  const auto [lowest, highest] = std::minmax_element(p.address.begin(), p.address.end());
  Allocation* const owner = memory.owner(*lowest, *highest - *lowest + p.memory->bytes);
  if (owner == nullptr || (expected != nullptr && owner != expected)) return false;
  if (p.memory->access != isa::Access::load && !owner->writable()) return false;
  p.owner.fill(owner);
  p.in_range.fill(std::uint8_t((1u << (p.memory->bytes / 4)) - 1u));
  p.whole = true;
  return true;
}

bool buffer_addresses(const Memory& memory, const BufferDescriptor& descriptor, const std::uint32_t* offsets,
                      std::uint32_t offset, std::uint64_t scalar_offset, Pending& p) {
  if (p.lanes != kAllLanes || descriptor.stride != 0 || descriptor.swizzle || descriptor.add_thread_id)
    return false;
  std::uint32_t highest = 0;
  const std::uint64_t base = descriptor.base + scalar_offset;
  for (std::size_t l = 0; l < kLanes; ++l) {
    const std::uint32_t own_offset = (offsets != nullptr ? offsets[l] : 0u) + offset;
    highest = std::max(highest, own_offset);
    p.address[l] = (base + own_offset) & 0xFFFF'FFFF'FFFFull;
  }
  if (highest + scalar_offset + p.memory->bytes > descriptor.num_records) return false;
  const Allocation* const expected = memory.owner(descriptor.base, 1);
  return expected != nullptr && own(memory, expected, p);
}

bool sample(Pending& p) {
  return by_dwords(p.memory->bytes, [&](auto dwords) {
    std::uint32_t undefined = 0;
    const bool placed = each_place(p, [&](std::size_t l, const Page& page, std::uint64_t place) {
      to_lane<dwords>(&page.data[place], l, 0, p);
      undefined |= any_undefined<dwords>(&page.undefined[place]);
    });
    if (!placed || undefined != 0) return false;
    all_defined(p, dwords);
    return true;
  });
}

bool commit(Pending& p) {
  return by_dwords(p.memory->bytes, [&](auto dwords) {
    if (any_undefined(p, dwords)) return false;
    return each_place(p, [&](std::size_t l, Page& page, std::uint64_t place) {
      from_lane<dwords>(p, l, 0, &page.data[place]);
      std::memset(&page.undefined[place], 0, 4 * dwords);
    });
  });
}

bool fill_lds(Lds& lds, const Pending& p) {
  if (p.lanes != kAllLanes) return false;
  return by_dwords(p.memory->bytes, [&](auto dwords) {
    if (any_undefined(p, dwords)) return false;
    std::uint8_t* const data = lds.data() + p.lds_base;
    for (std::size_t l = 0; l < kLanes; ++l) from_lane<dwords>(p, l, 0, data + 4 * dwords * l);
    std::memset(lds.undefined() + p.lds_base, 0, 4 * dwords * kLanes);
    return true;
  });
}

bool read_lds(Lds& lds, Pending& p) {
  if (p.lanes != kAllLanes) return false;
  return by_dwords(p.memory->bytes, [&](auto dwords) {
    const std::uint8_t *data = lds.data(), *shadow = lds.undefined();
    const int elements = p.memory->pair ? 2 : 1;
    std::uint32_t undefined = 0;
    if constexpr (dwords == 4) {
      matrix::Words any{};
      for (std::size_t l = 0; l < kLanes; l += 4)
        to_four_lanes(data, shadow, [&](std::size_t lane) { return p.address[lane]; }, l, 0, any, p);
      if ((any[0] | any[1] | any[2] | any[3]) != 0) return false;
      all_defined(p, dwords);
      return true;
    }
    for (int e = 0; e < elements; ++e) {
      const std::uint64_t beyond = std::uint64_t(e) * std::uint64_t(p.second);
      for (std::size_t l = 0; l < kLanes; ++l) {
        const std::uint64_t at = p.address[l] + beyond;
        to_lane<dwords>(data + at, l, std::size_t(e * dwords), p);
        undefined |= any_undefined<dwords>(shadow + at);
      }
    }
    if (undefined != 0) return false;
    all_defined(p, elements * dwords);
    return true;
  });
}

bool write_lds(Lds& lds, const Pending& p) {
  if (p.lanes != kAllLanes) return false;
  return by_dwords(p.memory->bytes, [&](auto dwords) {
    const int elements = p.memory->pair ? 2 : 1;
    if (any_undefined(p, elements * dwords)) return false;
    std::uint8_t *data = lds.data(), *shadow = lds.undefined();
    for (std::size_t l = 0; l < kLanes; ++l)
      for (int e = 0; e < elements; ++e) {
        const std::uint64_t at = p.address[l] + std::uint64_t(e) * std::uint64_t(p.second);
        from_lane<dwords>(p, l, std::size_t(e * dwords), data + at);
        std::memset(shadow + at, 0, 4 * dwords);
      }
    return true;
  });
}

}  // namespace lockstep::machine::whole_wave
