// Host memory locations of a wave's lanes: on a few pages of one allocation.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

#include "emulator/arithmetic/matrix/fast/lanes.hpp"
#include "emulator/machine/waves/pending.hpp"

namespace lockstep::machine::all_lanes {

/// Host pointers to each lane's bytes.
struct LanePointers {
  std::array<std::uint8_t*, kMaxLanes> data;
  /// Every byte is defined and stays so: one shadow serves all lanes, which halves what is read.
  bool defined;
  /// Stands for the page of lanes that are not inside: defined zeros to read, and bytes to write that nobody
  /// reads.
  static constexpr std::size_t kMost = 16;
  std::array<std::uint8_t, kPageBytes + kMost> elsewhere;

  LOCKSTEP_INLINE std::uint8_t* shadow(std::size_t lane) const { return data[lane] + kPageBytes; }
  LOCKSTEP_INLINE void move_elsewhere(std::uint64_t lanes) {
    if (lanes == 0) return;
    std::memset(elsewhere.data(), 0, kMost);
    std::memset(elsewhere.data() + kPageBytes, 0, kMost);
    for (; lanes != 0; lanes &= lanes - 1) data[std::size_t(std::countr_zero(lanes))] = elsewhere.data();
  }
};
static_assert(offsetof(Page, undefined) == offsetof(Page, data) + kPageBytes);

/// Offsets of four lanes: a register of AVX2, whose comparisons are signed. GCC splits larger vectors into
/// lanes where registers are not as large.
using Offsets [[gnu::vector_size(32)]] = std::int64_t;
constexpr std::size_t kAtOnce = sizeof(Offsets) / sizeof(std::int64_t);
constexpr int kPageBits = std::countr_zero(kPageBytes);

/// The pages that lanes use, at most `kMost` consecutive ones.
struct PageSpan {
  static constexpr std::uint64_t kMost = 64;
  std::uint64_t lowest = 0, used = 0;  ///< number of the first page, and one bit for each page
};

using Addresses = std::array<std::uint64_t, kMaxLanes>;

/// The mask of the first kLanes lanes.
template <int kLanes>
constexpr std::uint64_t kEvery = ~std::uint64_t{0} >> (kMaxLanes - kLanes);

/// The addresses of kLanes lanes; lanes that are not inside get that of one that is.
template <int kLanes>
LOCKSTEP_INLINE Addresses addresses_inside(const Addresses& all, std::uint64_t inside) {
  Addresses some;
  const std::uint64_t one = all[std::size_t(std::countr_zero(inside))];
  for (std::size_t l = 0; l < kLanes; ++l) some[l] = (inside >> l & 1) != 0 ? all[l] : one;
  return some;
}

/// Finds the pages of the lanes. False when a lane's bytes lie on two pages, or the pages are too far apart.
template <int kLanes>
LOCKSTEP_INLINE bool find_span(const Addresses& address, std::uint64_t base, int bytes, PageSpan& out) {
  const auto first = std::int64_t(base);
  const auto last_fit = std::int64_t(kPageBytes) - bytes;
  Offsets lowest = (matrix::load<Offsets>(&address[0]) - first) >> kPageBits, highest = lowest, within{};
  for (std::size_t l = 0; l < kLanes; l += kAtOnce) {
    const Offsets offset = matrix::load<Offsets>(&address[l]) - first, number = offset >> kPageBits;
    const Offsets in_page = offset & std::int64_t(kPageBytes - 1);
    lowest = number < lowest ? number : lowest;
    highest = number > highest ? number : highest;
    within = in_page > within ? in_page : within;
  }
  std::int64_t least = lowest[0], most = highest[0], furthest = within[0];
  for (std::size_t i = 1; i < kAtOnce; ++i) {
    least = std::min<std::int64_t>(least, lowest[i]);
    most = std::max<std::int64_t>(most, highest[i]);
    furthest = std::max<std::int64_t>(furthest, within[i]);
  }
  out.lowest = std::uint64_t(least);
  if (furthest > last_fit || most - least >= std::int64_t(PageSpan::kMost)) return false;
  Offsets used{};
  for (std::size_t l = 0; l < kLanes; l += kAtOnce)
    used |= (Offsets{} + 1) << (((matrix::load<Offsets>(&address[l]) - first) >> kPageBits) - least);
  for (std::size_t i = 0; i < kAtOnce; ++i) out.used |= std::uint64_t(used[i]);
  return true;
}

template <int kLanes>
LOCKSTEP_INLINE bool find_pointers(const Pending& p, const Addresses& address, LanePointers& out) {
  Allocation& owner = p.owners.one();
  const std::uint64_t base = owner.base();
  PageSpan span;
  if (!find_span<kLanes>(address, base, p.memory->bytes, span)) return false;
  std::array<std::uint8_t*, PageSpan::kMost> pages;
  out.defined = !owner.writable();
  for (std::uint64_t left = span.used; left != 0; left &= left - 1) {
    const auto i = std::size_t(std::countr_zero(left));
    Page& page = owner.page(span.lowest + i);
    pages[i] = page.data.data();
    out.defined &= page.defined_at_first;
  }
  const std::uint64_t first = base + span.lowest * kPageBytes;
  for (std::size_t l = 0; l < kLanes; ++l) {
    const std::uint64_t offset = address[l] - first;
    out.data[l] = pages[offset / kPageBytes] + offset % kPageBytes;
  }
  out.move_elsewhere(kEvery<kLanes> & ~p.owners.inside());
  return true;
}

/// Where the bytes of the first lane begin, if all lanes lie p.stride apart on one page; otherwise nullptr.
template <int kLanes>
LOCKSTEP_INLINE std::uint8_t* find_first(const Pending& p, bool& defined) {
  if (p.stride == 0) return nullptr;
  Allocation& owner = p.owners.one();
  const std::uint64_t offset = p.address[0] - owner.base(), within = offset % kPageBytes;
  if (within + (kLanes - 1) * std::uint64_t{p.stride} + p.memory->bytes > kPageBytes) return nullptr;
  Page& page = owner.page(offset / kPageBytes);
  defined = !owner.writable() && page.defined_at_first;
  return page.data.data() + within;
}

template <int kLanes>
LOCKSTEP_INLINE bool find_pointers(const Pending& p, LanePointers& out) {
  if (p.owners.inside() == kEvery<kLanes>) return find_pointers<kLanes>(p, p.address, out);
  return find_pointers<kLanes>(p, addresses_inside<kLanes>(p.address, p.owners.inside()), out);
}

}  // namespace lockstep::machine::all_lanes
