// Which lane feeds each: rows of 16 lanes that feed themselves are permuted by the host's vectors.
#pragma once

#include <array>
#include <cstdint>

#include "emulator/isa/semantics.hpp"

namespace lockstep::machine {

class LaneRoute {
 public:
  LaneRoute();

  /// `from` -1: no lane, 0.
  void set(int lane, int from);
  int operator[](int lane) const { return from_[std::size_t(lane)]; }
  /// to[lane] = before[from], all 64 lanes; they are apart.
  void take(const std::uint32_t* before, std::uint32_t* to) const;

 private:
  std::array<std::int8_t, isa::kMaxLanes> from_;
  isa::Lanes in_row_;   ///< where in its row of 16 the lane is that feeds each
  isa::Lanes present_;  ///< all ones where one does
  bool stays_in_rows_ = true;
};

}  // namespace lockstep::machine
