#include "whole_wave.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "emulator/matrix/clones.hpp"
#include "emulator/matrix/transpose.hpp"
#include "shadow.hpp"
#include "transfer.hpp"

namespace lockstep::machine::whole_wave {

namespace {

#define LOCKSTEP_INSIDE __attribute__((always_inline))

constexpr std::uint64_t kAllLanes = ~std::uint64_t{0};

/// Calls move(dwords of an element, known where `move` is compiled); false for any other size.
template <typename Move>
LOCKSTEP_INLINE bool by_dwords(int bytes, Move move) {
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
LOCKSTEP_INLINE std::uint32_t any_undefined(const std::uint8_t* shadow) {
  std::array<std::uint32_t, kDwords> words;
  std::memcpy(words.data(), shadow, sizeof words);
  std::uint32_t any = 0;
  for (const std::uint32_t w : words) any |= w;
  return any;
}

LOCKSTEP_INLINE bool any_undefined(const Pending& p, int dwords) {
  std::uint32_t any = 0;
  for (int d = 0; d < dwords; ++d)
    for (const std::uint32_t u : p.undefined[std::size_t(d)]) any |= u;
  return any != 0;
}

template <int kDwords>
LOCKSTEP_INLINE void to_lane(const std::uint8_t* from, std::size_t lane, std::size_t first, Pending& p) {
  std::array<std::uint32_t, kDwords> words;
  std::memcpy(words.data(), from, sizeof words);
  for (std::size_t d = 0; d < kDwords; ++d) p.data[first + d][lane] = words[d];
}

template <int kDwords>
LOCKSTEP_INLINE void from_lane(const Pending& p, std::size_t lane, std::size_t first, std::uint8_t* to) {
  std::array<std::uint32_t, kDwords> words;
  for (std::size_t d = 0; d < kDwords; ++d) words[d] = p.data[first + d][lane];
  std::memcpy(to, words.data(), sizeof words);
}

/// Elements to lanes, the first dword being `first`, from where at(lane) points; false when one has an
/// undefined byte, of which shadow(lane) says which. Four dwords a lane come four lanes at a time.
template <int kDwords, typename At, typename Shadow>
LOCKSTEP_INLINE bool to_lanes(const At& at, const Shadow& shadow, std::size_t first, Pending& p) {
  if constexpr (kDwords == 4) {
    matrix::Words any{};
    for (std::size_t l = 0; l < kLanes; l += 4) {
      matrix::Words words[4];
      for (std::size_t i = 0; i < 4; ++i) {
        words[i] = matrix::load<matrix::Words>(at(l + i));
        any |= matrix::load<matrix::Words>(shadow(l + i));
      }
      matrix::transpose(words);
      for (std::size_t d = 0; d < 4; ++d) matrix::store(&p.data[first + d][l], words[d]);
    }
    return (any[0] | any[1] | any[2] | any[3]) == 0;
  }
  std::uint32_t any = 0;
  for (std::size_t l = 0; l < kLanes; ++l) {
    to_lane<kDwords>(at(l), l, first, p);
    any |= any_undefined<kDwords>(shadow(l));
  }
  return any == 0;
}

/// Lanes to where at(lane) points.
template <int kDwords, typename At>
LOCKSTEP_INLINE void from_lanes(const Pending& p, std::size_t first, const At& at) {
  if constexpr (kDwords == 4) {
    for (std::size_t l = 0; l < kLanes; l += 4) {
      matrix::Words words[4];
      for (std::size_t d = 0; d < 4; ++d) words[d] = matrix::load<matrix::Words>(&p.data[first + d][l]);
      matrix::transpose(words);
      for (std::size_t i = 0; i < 4; ++i) matrix::store(at(l + i), words[i]);
    }
    return;
  }
  for (std::size_t l = 0; l < kLanes; ++l) from_lane<kDwords>(p, l, first, at(l));
}

/// Where each lane's bytes are.
struct Places {
  std::array<std::uint8_t*, kLanes> data;
  bool defined;  ///< every byte is, for ever: a shadow of all lanes will do, and spares half of what is read

  LOCKSTEP_INLINE std::uint8_t* shadow(std::size_t lane) const { return data[lane] + kPageBytes; }
};
static_assert(offsetof(Page, undefined) == offsetof(Page, data) + kPageBytes);

constexpr std::array<std::uint8_t, 16> kDefined{};

/// Offsets of eight lanes.
using Offsets [[gnu::vector_size(64)]] = std::uint64_t;
constexpr std::size_t kAtOnce = sizeof(Offsets) / sizeof(std::uint64_t);

/// The pages that lanes use, by number, of `kMost` one behind the other.
struct PageSpan {
  static constexpr std::uint64_t kMost = 64;
  std::uint64_t lowest = 0, used = 0;  ///< of the first, and one bit for each
};

/// False when a lane's bytes lie on two pages, or the lanes' too far apart.
LOCKSTEP_INLINE bool find_span(const Pending& p, std::uint64_t base, PageSpan& out) {
  Offsets lowest = ~Offsets{}, highest{}, beyond{};
  for (std::size_t l = 0; l < kLanes; l += kAtOnce) {
    const Offsets offset = matrix::load<Offsets>(&p.address[l]) - base, number = offset / kPageBytes;
    lowest = number < lowest ? number : lowest;
    highest = number > highest ? number : highest;
    beyond |= offset % kPageBytes > kPageBytes - p.memory->bytes;
  }
  out.lowest = lowest[0];
  std::uint64_t last = highest[0], crosses = beyond[0];
  for (std::size_t i = 1; i < kAtOnce; ++i) {
    out.lowest = std::min<std::uint64_t>(out.lowest, lowest[i]);
    last = std::max<std::uint64_t>(last, highest[i]);
    crosses |= beyond[i];
  }
  if (crosses != 0 || last - out.lowest >= PageSpan::kMost) return false;
  Offsets used{};
  for (std::size_t l = 0; l < kLanes; l += kAtOnce)
    used |= (Offsets{} + 1) << ((matrix::load<Offsets>(&p.address[l]) - base) / kPageBytes - out.lowest);
  for (std::size_t i = 0; i < kAtOnce; ++i) out.used |= used[i];
  return true;
}

LOCKSTEP_INLINE bool find_places(const Pending& p, Places& out) {
  Allocation& owner = *p.owner[0];
  const std::uint64_t base = owner.base();
  PageSpan span;
  if (!find_span(p, base, span)) return false;
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
    const std::uint64_t offset = p.address[l] - first;
    out.data[l] = pages[offset / kPageBytes] + offset % kPageBytes;
  }
  return true;
}

/// Elements of less than a dword, the rest of which is 0.
LOCKSTEP_INLINE bool sample_narrow(const Places& places, Pending& p) {
  const std::size_t bytes = p.memory->bytes;
  std::uint32_t any = 0;
  for (std::size_t l = 0; l < kLanes; ++l) {
    const std::uint8_t* const shadow = places.shadow(l);
    std::uint32_t value = places.data[l][0], undefined = shadow[0];
    if (bytes == 2) {
      value |= std::uint32_t{places.data[l][1]} << 8;
      undefined |= shadow[1];
    }
    p.data[0][l] = value;
    any |= undefined;
  }
  return any == 0;
}

}  // namespace

LOCKSTEP_CLONES bool own(const Memory& memory, const Allocation* expected, Pending& p) {
  if (p.lanes != kAllLanes || (p.memory->bytes < 4 && p.memory->access != isa::Access::load)) return false;
  std::uint64_t lowest = p.address[0], highest = p.address[0];
  for (const std::uint64_t at : p.address) {
    lowest = at < lowest ? at : lowest;
    highest = at > highest ? at : highest;
  }
  Allocation* const owner = memory.owner(lowest, highest - lowest + p.memory->bytes);
  if (owner == nullptr || (expected != nullptr && owner != expected)) return false;
  if (p.memory->access != isa::Access::load && !owner->writable()) return false;
  p.owner.fill(owner);
  p.in_range.fill(std::uint8_t((1u << std::max(1, p.memory->bytes / 4)) - 1u));
  p.whole = true;
  return true;
}

LOCKSTEP_CLONES bool buffer_addresses(const Memory& memory, const BufferDescriptor& descriptor,
                                      const std::uint32_t* offsets, std::uint32_t offset,
                                      std::uint64_t scalar_offset, Pending& p) {
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

LOCKSTEP_CLONES bool sample(Pending& p) {
  Places places;
  if (!find_places(p, places)) return false;
  if (p.memory->bytes < 4) {
    if (!sample_narrow(places, p)) return false;
    p.defined = true;
    return true;
  }
  return by_dwords(p.memory->bytes, [&](auto dwords) LOCKSTEP_INSIDE {
    const auto data = [&](std::size_t l) LOCKSTEP_INSIDE { return places.data[l]; };
    const auto shadow = [&](std::size_t l) LOCKSTEP_INSIDE { return places.shadow(l); };
    const auto none = [](std::size_t) LOCKSTEP_INSIDE { return kDefined.data(); };
    p.defined = places.defined ? to_lanes<dwords>(data, none, 0, p) : to_lanes<dwords>(data, shadow, 0, p);
    return p.defined;
  });
}

LOCKSTEP_CLONES bool commit(Pending& p) {
  Places places;
  return by_dwords(p.memory->bytes, [&](auto dwords) LOCKSTEP_INSIDE {
    if (any_undefined(p, dwords) || !find_places(p, places)) return false;
    from_lanes<dwords>(p, 0, [&](std::size_t l) LOCKSTEP_INSIDE { return places.data[l]; });
    for (std::size_t l = 0; l < kLanes; ++l) std::memset(places.shadow(l), 0, 4 * dwords);
    return true;
  });
}

bool update(Pending& p) {
  Places places;
  const int bytes = p.memory->bytes, dwords = bytes / 4;
  if (any_undefined(p, p.dwords) || !find_places(p, places)) return false;
  for (std::size_t l = 0; l < kLanes; ++l) {
    std::array<std::uint32_t, 4> operand{};
    std::array<std::uint32_t, 2> old{}, shadow{};
    for (std::size_t d = 0; d < std::size_t(p.dwords); ++d) operand[d] = p.data[d][l];
    std::memcpy(old.data(), places.data[l], std::size_t(bytes));
    std::memcpy(shadow.data(), places.shadow(l), std::size_t(bytes));
    apply_atomic(p.memory->atomic, bytes, operand.data(), places.data[l]);
    for (std::size_t d = 0; d < std::size_t(dwords); ++d) {
      p.data[d][l] = old[d];
      p.undefined[d][l] = bits_of_bytes(shadow[d]);
    }
  }
  return true;
}

LOCKSTEP_CLONES bool fill_lds(Lds& lds, const Pending& p) {
  if (p.lanes != kAllLanes) return false;
  return by_dwords(p.memory->bytes, [&](auto dwords) LOCKSTEP_INSIDE {
    if (!p.defined && any_undefined(p, dwords)) return false;
    std::uint8_t* const data = lds.data() + p.lds_base;
    from_lanes<dwords>(p, 0, [&](std::size_t l) LOCKSTEP_INSIDE { return data + 4 * dwords * l; });
    std::memset(lds.undefined() + p.lds_base, 0, 4 * dwords * kLanes);
    return true;
  });
}

LOCKSTEP_CLONES bool read_lds(Lds& lds, Pending& p) {
  if (p.lanes != kAllLanes) return false;
  return by_dwords(p.memory->bytes, [&](auto dwords) LOCKSTEP_INSIDE {
    const std::uint8_t *data = lds.data(), *shadow = lds.undefined();
    const int elements = p.memory->pair ? 2 : 1;
    bool defined = true;
    for (int e = 0; e < elements; ++e) {
      const std::uint64_t beyond = std::uint64_t(e) * std::uint64_t(p.second);
      defined &=
          to_lanes<dwords>([&](std::size_t l) LOCKSTEP_INSIDE { return data + (p.address[l] + beyond); },
                           [&](std::size_t l) LOCKSTEP_INSIDE { return shadow + (p.address[l] + beyond); },
                           std::size_t(e * dwords), p);
    }
    if (!defined) return false;
    p.defined = true;
    return true;
  });
}

LOCKSTEP_CLONES bool write_lds(Lds& lds, const Pending& p) {
  if (p.lanes != kAllLanes) return false;
  return by_dwords(p.memory->bytes, [&](auto dwords) LOCKSTEP_INSIDE {
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
