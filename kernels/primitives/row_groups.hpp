// Routing of a contiguous tile: which of its rows take part, and the one group they belong to.
#pragma once

#include "kernels/primitives/buffer_descriptor.hpp"
#include "kernels/primitives/tile.hpp"

namespace lockstep::device {

/// The tile's entries of grouped_layout; every wave looks at all of them for itself.
class RowGroups {
 public:
  /// layout: descriptor of the tile's `rows` entries.
  __device__ RowGroups(Buffer layout, int rows, int lane)
      : low_(static_cast<int>(layout.load_dword(lane * 4))),
        high_(static_cast<int>(layout.load_dword((lane + kWaveSize) * 4))),
        active_low_(__builtin_amdgcn_ballot_w64(lane < rows && low_ >= 0)),
        active_high_(__builtin_amdgcn_ballot_w64(lane + kWaveSize < rows && high_ >= 0)) {}

  __device__ bool any() const { return (active_low_ | active_high_) != 0; }

  __device__ bool is_active(int row) const {
    return (row < kWaveSize ? active_low_ : active_high_) >> row % kWaveSize & 1;
  }

  /// The group of the active rows, which all share one. Needs any().
  __device__ int group() const {
    const bool in_low = active_low_ != 0;
    return __builtin_amdgcn_readlane(in_low ? low_ : high_,
                                     __builtin_ctzll(in_low ? active_low_ : active_high_));
  }

 private:
  int low_;                    ///< entry of row lane
  int high_;                   ///< entry of row 64 + lane
  std::uint64_t active_low_;   ///< bit r: row r has a group; the same in every lane
  std::uint64_t active_high_;  ///< bit r: row 64 + r
};

}  // namespace lockstep::device
