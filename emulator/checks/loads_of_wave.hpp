// The last loads of a wave from LDS. Where a race is found, the last access to the place is known; the wave's
// loads of it before that may race as well, whatever their instruction.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>

#include "emulator/checks/lds_operation.hpp"
#include "emulator/checks/raced_loads.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::checks {

class LoadsOfWave {
 public:
  void add(const LdsOperation& load) {
    constexpr std::size_t kMostKept = 1024;
    if (last_.size() == kMostKept) {
      forgotten_ = std::max(forgotten_, last_.front().over);
      last_.pop_front();
    }
    last_.push_back({load.order, load.last, range_of(load)});
  }

  /// Those that may use bytes of `other`, whose wave knows of them up to a clock, race with it.
  void race(const machine::Wave& wave, const LdsOperation& other, std::uint32_t known, RacedLoads::Pair pair,
            RacedLoads& loads) const {
    if (forgotten_ > known) return loads.add_from_lds(pair, wave, RacedLoads::kUnknown);
    const Range range = range_of(other);
    for (const Load& load : last_)
      if (load.over > known && load.range.first < range.end && range.first < load.range.end)
        loads.add_from_lds(pair, wave, load.order);
  }

 private:
  struct Range {
    std::int64_t first, end;
  };
  /// From the lowest lane to the highest: right, or too many.
  static Range range_of(const LdsOperation& o) {
    const std::int64_t second = o.elements == 2 ? o.second : 0;
    return {o.lowest + std::min<std::int64_t>(second, 0),
            o.highest + std::max<std::int64_t>(second, 0) + o.bytes};
  }
  struct Load {
    std::uint64_t order;  ///< LdsOperation::order
    std::uint32_t over;   ///< the wave's clock then: LdsOperation::last
    Range range;
  };
  std::deque<Load> last_;
  std::uint32_t forgotten_ = 0;  ///< the largest clock of those that were too many
};

}  // namespace lockstep::checks
