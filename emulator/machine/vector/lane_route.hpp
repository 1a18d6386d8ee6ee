// Lane permutations: rows of 16 lanes that only read their own row are permuted by the host's vectors.
#pragma once

#include <array>
#include <cstdint>

#include "emulator/isa/semantics.hpp"

namespace lockstep::machine {

class LaneRoute {
 public:
  LaneRoute();

  /// Makes `lane` read lane `from`; -1: no lane, so 0.
  void set(int lane, int from);
  int operator[](int lane) const { return from_[std::size_t(lane)]; }
  /// Sets to[lane] = before[from] for all 64 lanes; the arrays do not overlap.
  void take(const std::uint32_t* before, std::uint32_t* to) const;

 private:
  std::array<std::int8_t, isa::kMaxLanes> from_;
  /// Position in its row of 16 of the lane that each lane reads.
  isa::Lanes in_row_;
  /// All ones in lanes that read a lane.
  isa::Lanes present_;
  bool stays_in_rows_ = true;
};

}  // namespace lockstep::machine
