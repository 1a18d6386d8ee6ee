// Who used which bytes of a workgroup's LDS last, exactly: of each dword the last read and the last write,
// with the bytes they touched; of eight bytes together, until a part of them is used alone.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "emulator/isa/semantics.hpp"

namespace lockstep::checks {

/// One wave's operation on LDS.
struct LdsOperation {
  LdsOperation() {}  // by hand, since `default` would set `at` to zeros first

  std::uint32_t first = 0, last = 0;  ///< epochs of the workgroup in which it may have happened
  std::uint32_t instruction = 0;
  std::uint8_t wave = 0;
  bool writes = false, atomic = false;
  bool unchanged = false;                ///< a write of what is there already
  std::uint8_t elements = 1;             ///< elements of a lane: ds_read2 has two
  std::uint32_t bytes = 0;               ///< size of an element
  std::array<std::uint64_t, 2> lanes{};  ///< [element] that take part
  bool in_row = false;                   ///< the lanes' elements lie one behind the other from `lowest` on
  std::array<std::uint32_t, isa::kMaxLanes> at;  ///< [lane] address of the first element, unless in_row
  std::uint32_t lowest = 0, highest = 0;         ///< least and greatest of these addresses
  std::int32_t second = 0;                       ///< distance to the second

  std::uint32_t address(std::size_t lane) const {
    return in_row ? lowest + std::uint32_t(lane) * bytes : at[lane];
  }
  /// Calls visit(lane, address of an element) for each.
  template <typename Visit>
  void each(Visit visit) const {
    for (int e = 0; e < elements; ++e)
      for (std::size_t l = 0; l < isa::kMaxLanes; ++l)
        if ((lanes[std::size_t(e)] >> l & 1) != 0)
          visit(int(l), address(l) + (e == 0 ? 0u : std::uint32_t(second)));
  }
};

class LdsUse {
 public:
  struct Access {
    std::uint32_t last = 0;  ///< epoch; none at first
    std::uint32_t instruction = 0;
    std::uint16_t bytes = 0;  ///< bytes of a granule that were used, one bit each
    std::uint8_t wave = 0;
    bool several : 1 = false;  ///< reads: other waves read in the same epoch too
    bool atomic : 1 = false;
  };
  /// Two operations that no barrier orders: the one under way uses these bytes too.
  struct Meeting {
    int lane;
    std::uint32_t address;  ///< address of the dword that both use
    Access theirs;
  };

  /// Accesses of earlier workgroups are forgotten: their epochs are over.
  void begin(std::uint32_t lds_bytes);
  /// Notes an operation; the first meetings with others' are added to `meetings`, one per other instruction.
  void note(const LdsOperation& operation, std::vector<Meeting>& meetings);

 private:
  static constexpr std::uint32_t kGranule = 8, kParts = kGranule / 4;  ///< bytes, dwords
  static constexpr std::uint16_t kWhole = (1u << kGranule) - 1;

  struct Cell {
    Access read, write;
  };
  struct CurrentAccess {
    const LdsOperation& operation;
    std::vector<Meeting>& meetings;
    Access access;
    int lane = 0;
  };

  void touch(CurrentAccess& current, std::uint32_t address);
  void touch_parts(CurrentAccess& current, std::uint32_t granule, std::uint16_t mask);
  void split(std::uint32_t granule, Cell* parts);
  void judge(CurrentAccess& current, std::uint32_t granule, Cell& cell);
  void against(CurrentAccess& current, std::uint32_t granule, const Access& theirs);

  std::vector<Cell> cells_;          ///< [granule of LDS]
  std::vector<Cell> parts_;          ///< [dword], of the granules that are split
  std::vector<std::uint8_t> split_;  ///< [granule]
};

}  // namespace lockstep::checks
