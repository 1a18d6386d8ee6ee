// The last access of some kind to each dword of LDS. Four dwords that were used together have one record,
// until some of them are used alone: most accesses are of sixteen bytes, and LDS has 320 KiB. A record is a
// number in a list of accesses, so that a row of them is compared and written as a row.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "emulator/isa/counters.hpp"

namespace lockstep::checks {

struct LdsAccess {
  std::uint32_t clock = 0;  ///< its wave's clock when the access was over; 0: there was none
  std::uint32_t instruction = 0;
  std::uint8_t bytes = 0;  ///< the bytes of each dword that were used, one bit each
  std::uint8_t wave = 0;
  bool atomic = false, waits = false, wide = false, writes = false;  ///< LdsOperation has the same
  isa::Counter counter{};                                            ///< covers it

  bool operator==(const LdsAccess&) const = default;
};
/// The index of an access in a list that its user keeps; 0: there was none.
using LdsAccessNumber = std::uint32_t;

/// Some of the numbers that something is known of, 0 among them: the last with the same last bits.
class KnownNumbers {
 public:
  bool has(LdsAccessNumber number) const { return number == numbers_[number % kMost]; }
  void add(LdsAccessNumber number) { numbers_[number % kMost] = number; }

 private:
  static constexpr std::size_t kMost = 8;
  std::array<LdsAccessNumber, kMost> numbers_{};
};

/// Where an access lies: a dword, or four from a multiple of four on.
struct LdsDword {
  std::uint32_t dword;
};
struct LdsCell {
  std::uint32_t cell;
};
inline constexpr std::uint32_t kDwordBytes = 4, kCellDwords = 4;

class LastAccesses {
 public:
  void resize(std::size_t dwords) { cells_.assign((dwords + kCellDwords - 1) / kCellDwords, 0); }
  void clear() {
    cells_.clear();
    dwords_.clear();
  }
  bool empty() const { return cells_.empty(); }

  /// Calls `see(dword, number)` for each record of the place: the dword, or the first that the record is of.
  template <typename See>
  void visit(LdsCell at, const See& see) const {
    const LdsAccessNumber all = cells_[at.cell];
    if (all != kSplit) return see(at.cell * kCellDwords, all);
    for (std::uint32_t d = at.cell * kCellDwords; d < (at.cell + 1) * kCellDwords; ++d) see(d, dwords_[d]);
  }
  template <typename See>
  void visit(LdsDword at, const See& see) const {
    const LdsAccessNumber all = cells_[at.dword / kCellDwords];
    see(at.dword, all != kSplit ? all : dwords_[at.dword]);
  }

  void set(LdsCell at, LdsAccessNumber number) { cells_[at.cell] = number; }
  void set(LdsDword at, LdsAccessNumber number) {
    LdsAccessNumber& all = cells_[at.dword / kCellDwords];
    if (all != kSplit) split(at.dword / kCellDwords, all);
    dwords_[at.dword] = number;
  }

  /// Whether good(number) is true of each record of these cells; asked once of neighbours with the same.
  template <typename Good>
  bool all_of(LdsCell first, std::uint32_t count, const Good& good) const {
    const LdsAccessNumber* const end = cells_.data() + first.cell + count;
    for (const LdsAccessNumber* at = end - count; at != end;) {
      if (!is_good(std::uint32_t(at - cells_.data()), good)) return false;
      const LdsAccessNumber* const known = at++;
      while (at != end && *at == *known && *at != kSplit) ++at;
    }
    return true;
  }
  template <typename Good>
  bool all_of(std::span<const LdsCell> cells, const Good& good) const {
    const LdsAccessNumber first = cells_[cells.front().cell];
    std::uint32_t differ = first == kSplit ? 1 : 0;
    for (const LdsCell at : cells) differ |= cells_[at.cell] ^ first;
    if (differ == 0) return good(first);
    return std::all_of(cells.begin(), cells.end(), [&](LdsCell at) { return is_good(at.cell, good); });
  }
  void set(std::span<const LdsCell> cells, LdsAccessNumber number) {
    for (const LdsCell at : cells) cells_[at.cell] = number;
  }
  void set(LdsCell first, std::uint32_t count, LdsAccessNumber number) {
    std::fill_n(&cells_[first.cell], count, number);
  }

  /// Each record becomes what other(number) says.
  template <typename Other>
  void renumber(const Other& other) {
    for (std::size_t c = 0; c < cells_.size(); ++c) {
      if (cells_[c] != kSplit) {
        cells_[c] = other(cells_[c]);
        continue;
      }
      for (std::size_t d = c * kCellDwords; d < (c + 1) * kCellDwords; ++d) dwords_[d] = other(dwords_[d]);
    }
  }

 private:
  /// The number of a cell whose dwords have records of their own.
  static constexpr LdsAccessNumber kSplit = ~LdsAccessNumber{0};

  template <typename Good>
  bool is_good(std::uint32_t cell, const Good& good) const {
    if (cells_[cell] != kSplit) return good(cells_[cell]);
    const LdsAccessNumber* const dwords = &dwords_[kCellDwords * std::size_t{cell}];
    return std::all_of(dwords, dwords + kCellDwords, good);
  }

  void split(std::uint32_t cell, LdsAccessNumber& all) {
    dwords_.resize(cells_.size() * kCellDwords);
    for (std::uint32_t d = cell * kCellDwords; d < (cell + 1) * kCellDwords; ++d) dwords_[d] = all;
    all = kSplit;
  }

  std::vector<LdsAccessNumber> cells_;
  std::vector<LdsAccessNumber> dwords_;  ///< empty while no cell is split
};

}  // namespace lockstep::checks
