// The last access of some kind to each dword of LDS. Four dwords that were used together have one record, until some of them are
// used alone: most accesses are of sixteen bytes, and LDS has 320 KiB.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep::checks {

struct LdsAccess {
  std::uint32_t clock = 0;  ///< of its wave when it was over; 0: there was none
  std::uint32_t instruction = 0;
  std::uint8_t bytes = 0;  ///< of each dword, one bit each
  std::uint8_t wave = 0;
  bool atomic = false;
};

/// Where an access lies: a dword, or four from a multiple of four on.
struct LdsDword {
  std::uint32_t dword;
};
struct LdsCell {
  std::uint32_t cell;
};
inline constexpr std::uint32_t kCellDwords = 4;

class LastAccesses {
 public:
  void resize(std::size_t dwords) { cells_.assign((dwords + kCellDwords - 1) / kCellDwords, LdsAccess{}); }
  void clear() {
    cells_.clear();
    dwords_.clear();
  }
  bool empty() const { return cells_.empty(); }

  /// Calls `see(dword, access)` for each record of the place: the dword, or the first that the record is of.
  template <typename See>
  void visit(LdsCell at, const See& see) const {
    const LdsAccess& all = cells_[at.cell];
    if (all.bytes != kSplit) return see(at.cell * kCellDwords, all);
    for (std::uint32_t d = at.cell * kCellDwords; d < (at.cell + 1) * kCellDwords; ++d) see(d, dwords_[d]);
  }
  template <typename See>
  void visit(LdsDword at, const See& see) const {
    const LdsAccess& all = cells_[at.dword / kCellDwords];
    see(at.dword, all.bytes != kSplit ? all : dwords_[at.dword]);
  }

  void set(LdsCell at, const LdsAccess& access) { cells_[at.cell] = access; }
  void set(LdsDword at, const LdsAccess& access) {
    LdsAccess& all = cells_[at.dword / kCellDwords];
    if (all.bytes != kSplit) split(at.dword / kCellDwords, all);
    dwords_[at.dword] = access;
  }

 private:
  static constexpr std::uint8_t kSplit = 0xFF;  ///< bytes of a cell whose dwords have records of their own

  void split(std::uint32_t cell, LdsAccess& all) {
    dwords_.resize(cells_.size() * kCellDwords);
    for (std::uint32_t d = cell * kCellDwords; d < (cell + 1) * kCellDwords; ++d) dwords_[d] = all;
    all.bytes = kSplit;
  }

  std::vector<LdsAccess> cells_;
  std::vector<LdsAccess> dwords_;  ///< empty while no cell is split
};

}  // namespace lockstep::checks
