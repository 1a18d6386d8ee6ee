// Which group a tile belongs to, when every group has its own number of tiles: found on the device, as
// many groups at a time as a wave has lanes, by every wave for itself.
#pragma once

#include "kernels/primitives/device.hpp"

namespace lockstep::device {

/// Sum of x over lanes 0 .. lane.
__device__ inline int inclusive_sum(int x, int lane) {
  for (int distance = 1; distance < kWaveSize; distance *= 2) {
    const int below = __builtin_amdgcn_ds_bpermute((lane - distance) * 4, x);
    x += lane >= distance ? below : 0;
  }
  return x;
}

/// tiles_of(group): of any group below `groups`.
template <class TilesOf>
__device__ int total_tiles(int groups, int lane, TilesOf tiles_of) {
  int total = 0;
  for (int first = 0; first < groups; first += kWaveSize) {
    const int mine = first + lane < groups ? tiles_of(first + lane) : 0;
    total += __builtin_amdgcn_readlane(inclusive_sum(mine, lane), kWaveSize - 1);
  }
  return total;
}

struct TileOfGroup {
  int group;
  int tile;  ///< inside the group
};

/// Tile t of all, 0 <= t < total_tiles().
template <class TilesOf>
__device__ TileOfGroup find_group(int t, int groups, int lane, TilesOf tiles_of) {
  for (int first = 0;; first += kWaveSize) {
    const int mine = first + lane < groups ? tiles_of(first + lane) : 0;
    const int sum = inclusive_sum(mine, lane);
    const std::uint64_t past = ballot(sum > t);
    if (past != 0) {
      const int found = __builtin_ctzll(past);
      return {first + found, t - __builtin_amdgcn_readlane(sum - mine, found)};
    }
    t -= __builtin_amdgcn_readlane(sum, kWaveSize - 1);
    if (first + kWaveSize >= groups) return {groups - 1, 0};
  }
}

}  // namespace lockstep::device
