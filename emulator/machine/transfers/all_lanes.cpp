#include "emulator/machine/transfers/all_lanes.hpp"

#include <bit>

#include "emulator/machine/memory/shadow.hpp"
#include "emulator/machine/transfers/bfloat_pairs.hpp"
#include "emulator/machine/transfers/lane_elements.hpp"
#include "emulator/machine/transfers/lane_pages.hpp"
#include "emulator/machine/transfers/transfer.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::machine::all_lanes {

namespace {

constexpr std::uint64_t kAllLanes = ~std::uint64_t{0};
constexpr std::array<std::uint8_t, 16> kDefined{};

/// Whether a load of whole dwords may write its registers directly, without the operation's own data.
bool goes_straight(const Pending& p) {
  return p.delivery == Delivery::may_be_direct && p.takes_all() && p.destination >= 0;
}

/// The destination of a load: its registers, or its own data. Undefined bytes are found while loading: then
/// the whole load is repeated lane by lane.
LOCKSTEP_INLINE Rows rows_of(Wave& wave, Pending& p, int dwords) {
  Rows rows{};
  const bool straight = goes_straight(p);
  for (std::size_t d = 0; d < std::size_t(dwords); ++d)
    rows[d] = straight ? wave.vector.overwrite(p.destination + int(d)) : p.data[d].data();
  return rows;
}

/// Loads elements of less than a dword; the rest of the dword is 0.
template <int kLanes>
LOCKSTEP_INLINE bool sample_narrow(const LanePointers& pointers, Pending& p) {
  const std::size_t bytes = p.memory->bytes;
  std::uint32_t any = 0;
  for (std::size_t l = 0; l < kLanes; ++l) {
    const std::uint8_t* const shadow = pointers.shadow(l);
    std::uint32_t value = pointers.data[l][0], undefined = shadow[0];
    if (bytes == 2) {
      value |= std::uint32_t{pointers.data[l][1]} << 8;
      undefined |= shadow[1];
    }
    p.data[0][l] = value;
    any |= undefined;
  }
  return any == 0;
}

template <int kDwords>
LOCKSTEP_INLINE void update_lane(Pending& p, const LanePointers& pointers, std::size_t l) {
  std::array<std::uint32_t, 4> operand{};
  std::array<std::uint32_t, kDwords> old, shadow;
  for (std::size_t d = 0; d < std::size_t(p.dwords); ++d) operand[d] = p.data[d][l];
  std::memcpy(old.data(), pointers.data[l], sizeof old);
  std::memcpy(shadow.data(), pointers.shadow(l), sizeof shadow);
  apply_atomic(p.memory->atomic, 4 * kDwords, operand.data(), pointers.data[l]);
  p.changed |= std::memcmp(old.data(), pointers.data[l], sizeof old) != 0;
  for (std::size_t d = 0; d < kDwords; ++d) {
    p.data[d][l] = old[d];
    p.undefined[d][l] = bits_of_bytes(shadow[d]);
  }
}

/// Adds pairs to contiguous dwords of the lanes. False, and nothing has changed, where they are not
/// contiguous, or an operand is undefined or becomes NaN.
LOCKSTEP_INLINE bool update_pairs(Pending& p, const LanePointers& pointers, std::size_t first) {
  std::uint8_t* const at = pointers.data[first];
  for (std::size_t i = 1; i < kPairsAtOnce; ++i)
    if (pointers.data[first + i] != at + 4 * i) return false;
  BfloatPairs old, operand, sums;
  std::memcpy(old.data(), at, sizeof old);
  std::memcpy(operand.data(), &p.data[0][first], sizeof operand);
  if (any_undefined<kPairsAtOnce>(pointers.shadow(first)) != 0 || !add_pairs(old, operand, sums))
    return false;
  std::memcpy(at, sums.data(), sizeof sums);
  p.changed = true;
  std::memcpy(&p.data[0][first], old.data(), sizeof old);
  std::memset(&p.undefined[0][first], 0, sizeof old);
  return true;
}

/// Loads elements that are contiguous. `shadow` nullptr: all bytes are defined.
template <int kLanes>
LOCKSTEP_INLINE bool load_row(Wave& wave, Pending& p, const std::uint8_t* data, const std::uint8_t* shadow) {
  return by_dwords(p.memory->bytes, [&](auto dwords) LOCKSTEP_INSIDE {
    if (shadow != nullptr && any_undefined_in_row<kLanes>(shadow, dwords)) return false;
    row_to_lanes<dwords, kLanes>(data, 0, rows_of(wave, p, dwords));
    p.all_defined = true;
    if (goes_straight(p)) p.delivery = Delivery::done;
    return true;
  });
}

/// Loads elements that lie p.stride apart on a page.
template <int kLanes>
LOCKSTEP_INLINE bool load_apart(Wave& wave, Pending& p, const std::uint8_t* first, bool all_defined) {
  const std::size_t stride = p.stride;
  return by_dwords(p.memory->bytes, [&](auto dwords) LOCKSTEP_INSIDE {
    const auto data = [=](std::size_t l) LOCKSTEP_INSIDE { return first + l * stride; };
    const auto shadow = [=](std::size_t l) LOCKSTEP_INSIDE { return first + kPageBytes + l * stride; };
    const auto none = [](std::size_t) LOCKSTEP_INSIDE { return kDefined.data(); };
    const Rows rows = rows_of(wave, p, dwords);
    p.all_defined = all_defined ? to_lanes<dwords, kLanes>(data, none, 0, rows)
                                : to_lanes<dwords, kLanes>(data, shadow, 0, rows);
    if (p.all_defined && goes_straight(p)) p.delivery = Delivery::done;
    return p.all_defined;
  });
}

/// Stores defined data.
template <int kDwords, int kLanes>
LOCKSTEP_INLINE void store_row(const Pending& p, std::uint8_t* data) {
  from_lanes<kDwords, kLanes>(p, 0, [=](std::size_t l) LOCKSTEP_INSIDE { return data + 4 * kDwords * l; });
}

/// sample(), update() and fill_lds() for a wave of kLanes lanes.
template <int kLanes>
LOCKSTEP_INLINE bool sample_of(Wave& wave, Pending& p) {
  bool all_defined = false;
  if (const std::uint8_t* const first = find_first<kLanes>(p, all_defined);
      first != nullptr && p.memory->bytes >= 4)
    return p.in_row() ? load_row<kLanes>(wave, p, first, all_defined ? nullptr : first + kPageBytes)
                      : load_apart<kLanes>(wave, p, first, all_defined);
  LanePointers pointers;
  if (!find_pointers<kLanes>(p, pointers)) return false;
  if (p.memory->bytes < 4) {
    if (!sample_narrow<kLanes>(pointers, p)) return false;
    p.all_defined = true;
    return true;
  }
  return by_dwords(p.memory->bytes, [&](auto dwords) LOCKSTEP_INSIDE {
    const auto data = [&](std::size_t l) LOCKSTEP_INSIDE { return pointers.data[l]; };
    const auto shadow = [&](std::size_t l) LOCKSTEP_INSIDE { return pointers.shadow(l); };
    const auto none = [](std::size_t) LOCKSTEP_INSIDE { return kDefined.data(); };
    const Rows rows = rows_of(wave, p, dwords);
    p.all_defined = pointers.defined ? to_lanes<dwords, kLanes>(data, none, 0, rows)
                                     : to_lanes<dwords, kLanes>(data, shadow, 0, rows);
    if (p.all_defined && goes_straight(p)) p.delivery = Delivery::done;
    return p.all_defined;
  });
}

template <int kLanes>
LOCKSTEP_INLINE bool commit_of(Pending& p) {
  bool all_defined = false;
  std::uint8_t* const row = p.in_row() ? find_first<kLanes>(p, all_defined) : nullptr;
  LanePointers pointers;
  return by_dwords(p.memory->bytes, [&](auto dwords) LOCKSTEP_INSIDE {
    if (any_undefined<kLanes>(p, dwords)) return false;
    if (row != nullptr) {
      store_row<dwords, kLanes>(p, row);
      std::memset(row + kPageBytes, 0, 4 * dwords * kLanes);
      return true;
    }
    if (!find_pointers<kLanes>(p, pointers)) return false;
    from_lanes<dwords, kLanes>(p, 0, [&](std::size_t l) LOCKSTEP_INSIDE { return pointers.data[l]; });
    for (std::size_t l = 0; l < kLanes; ++l) std::memset(pointers.shadow(l), 0, 4 * dwords);
    return true;
  });
}

template <int kLanes>
LOCKSTEP_INLINE bool update_of(Pending& p) {
  LanePointers pointers;
  return by_dwords(p.memory->bytes, [&](auto dwords) LOCKSTEP_INSIDE {
    if (any_undefined<kLanes>(p, p.dwords) || !find_pointers<kLanes>(p, pointers)) return false;
    const bool pairs = p.memory->atomic == isa::Atomic::pk_add_bf16;
    for (std::size_t l = 0; l < kLanes; l += kPairsAtOnce)
      if (!pairs || !update_pairs(p, pointers, l))
        for (std::size_t i = l; i < l + kPairsAtOnce; ++i) update_lane<dwords>(p, pointers, i);
    return true;
  });
}

}  // namespace

LOCKSTEP_CLONES bool sample(Wave& wave, Pending& p) {
  return by_lanes(p, [&](auto width) LOCKSTEP_INSIDE { return sample_of<width>(wave, p); });
}

LOCKSTEP_CLONES bool commit(Pending& p) {
  return by_lanes(p, [&](auto width) LOCKSTEP_INSIDE { return commit_of<width>(p); });
}

LOCKSTEP_CLONES bool update(Pending& p) {
  return by_lanes(p, [&](auto width) LOCKSTEP_INSIDE { return update_of<width>(p); });
}

LOCKSTEP_CLONES bool fill_lds(Lds& lds, const Pending& p) {
  if (p.lanes != kAllLanes) return false;
  return by_dwords(p.memory->bytes, [&](auto dwords) LOCKSTEP_INSIDE {
    if (!p.all_defined && any_undefined(p, dwords)) return false;
    std::uint8_t* const data = lds.data() + p.lds.base;
    from_lanes<dwords>(p, 0, [&](std::size_t l) LOCKSTEP_INSIDE { return data + 4 * dwords * l; });
    lds.define(p.lds.base, 4 * dwords * kMaxLanes);
    return true;
  });
}

LOCKSTEP_CLONES bool fill_lds_places(Lds& lds, const Pending& p) {
  return by_dwords(p.memory->bytes, [&](auto dwords) LOCKSTEP_INSIDE {
    if (any_undefined(p, dwords)) return false;
    std::uint8_t* const data = lds.data();
    if (p.lanes == kAllLanes) {
      from_lanes<dwords>(p, 0, [&](std::size_t l) LOCKSTEP_INSIDE { return data + p.lds_address[l]; });
    } else {
      for (std::uint64_t left = p.lanes; left != 0; left &= left - 1) {
        const auto l = std::size_t(std::countr_zero(left));
        from_lane<dwords>(p, l, 0, data + p.lds_address[l]);
      }
    }
    each_lds_run(
        p, [&](std::size_t, std::uint32_t lanes, std::uint32_t at) { lds.define(at, 4 * dwords * lanes); });
    return true;
  });
}

namespace {

/// fill_lds_places() for a wave of kLanes lanes, all of which take part.
template <int kLanes>
LOCKSTEP_INLINE bool read_lds_of(Wave& wave, Pending& p) {
  Lds& lds = wave.group->lds;
  if (p.in_row() && !p.memory->pair) {
    const bool defined = lds.knows_defined(p.address[0], std::uint64_t{kLanes} * p.memory->bytes);
    return load_row<kLanes>(wave, p, lds.data() + p.address[0],
                            defined ? nullptr : lds.undefined() + p.address[0]);
  }
  return by_dwords(p.memory->bytes, [&](auto dwords) LOCKSTEP_INSIDE {
    const std::uint8_t *data = lds.data(), *shadow = lds.undefined();
    const int elements = p.memory->pair ? 2 : 1;
    const Rows rows = rows_of(wave, p, elements * dwords);
    bool defined = true;
    for (int e = 0; e < elements; ++e) {
      const std::uint64_t beyond = std::uint64_t(e) * std::uint64_t(p.second);
      defined &= to_lanes<dwords, kLanes>(
          [&](std::size_t l) LOCKSTEP_INSIDE { return data + (p.address[l] + beyond); },
          [&](std::size_t l) LOCKSTEP_INSIDE { return shadow + (p.address[l] + beyond); },
          std::size_t(e * dwords), rows);
    }
    p.all_defined = defined;
    if (defined && goes_straight(p)) p.delivery = Delivery::done;
    return defined;
  });
}

}  // namespace

LOCKSTEP_CLONES bool read_lds(Wave& wave, Pending& p) {
  if (!p.takes_all()) return false;
  return by_lanes(p, [&](auto width) LOCKSTEP_INSIDE { return read_lds_of<width>(wave, p); });
}

namespace {

/// read_lds() for a wave of kLanes lanes, all of which take part.
template <int kLanes>
LOCKSTEP_INLINE bool write_lds_of(Lds& lds, const Pending& p) {
  return by_dwords(p.memory->bytes, [&](auto dwords) LOCKSTEP_INSIDE {
    const int elements = p.memory->pair ? 2 : 1;
    std::uint8_t* const data = lds.data();
    if (any_undefined<kLanes>(p, elements * dwords)) return false;
    if (p.in_row() && elements == 1) {
      store_row<dwords, kLanes>(p, data + p.address[0]);
      lds.define(p.address[0], 4 * dwords * kLanes);
      return true;
    }
    for (std::size_t l = 0; l < kLanes; ++l)
      for (int e = 0; e < elements; ++e) {
        const std::uint64_t at = p.address[l] + std::uint64_t(e) * std::uint64_t(p.second);
        from_lane<dwords>(p, l, std::size_t(e * dwords), data + at);
        lds.define_few(at, 4 * dwords);
      }
    return true;
  });
}

}  // namespace

LOCKSTEP_CLONES bool write_lds(Lds& lds, const Pending& p) {
  if (!p.takes_all()) return false;
  return by_lanes(p, [&](auto width) LOCKSTEP_INSIDE { return write_lds_of<width>(lds, p); });
}

}  // namespace lockstep::machine::all_lanes
