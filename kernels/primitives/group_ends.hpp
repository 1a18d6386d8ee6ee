// Where the groups of a contiguous layout lie when only their ends are given: a group starts at the end of
// the one before it, rounded up to the alignment.
#pragma once

#include "kernels/primitives/group_scan.hpp"
#include "kernels/primitives/tile.hpp"

namespace lockstep::device {

struct GroupEnds {
  const std::int32_t* ends;  ///< [groups]
  int groups;
  int alignment;
  int m;              ///< rows there are; with alignment - 1 more still an int
  bool with_padding;  ///< the rows up to the next group's start belong to a group's tiles too

  __device__ int end(int group) const { return ends[group]; }
  __device__ int begin(int group) const { return group == 0 ? 0 : round_up(ends[group - 1]); }
  /// The row past the last that the group's tiles cover.
  __device__ int covered_end(int group) const {
    if (!with_padding) return end(group);
    const int next = group + 1 < groups ? begin(group + 1) : m;
    return next < m ? next : m;
  }
  __device__ int tiles(int group) const {
    const int rows = covered_end(group) - begin(group);
    return rows > 0 ? (rows + kTileM - 1) / kTileM : 0;
  }

 private:
  __device__ int round_up(int row) const {
    const auto to = static_cast<std::uint32_t>(alignment);
    return static_cast<int>((static_cast<std::uint32_t>(row) + to - 1u) / to * to);
  }
};

}  // namespace lockstep::device
