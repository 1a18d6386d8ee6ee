// Routing of a contiguous tile: which of its rows take part, and the one group they belong to.
#pragma once

#include "kernels/primitives/buffer_descriptor.hpp"
#include "kernels/primitives/tile.hpp"

namespace lockstep::device {

/// The tile's entries of grouped_layout; every wave looks at all of them for itself.
class RowGroups {
 public:
  /// layout: descriptor of the tile's `rows` entries.
  __device__ RowGroups(Buffer layout, int rows, int lane) {
#pragma unroll
    for (int i = 0; i < kWords; ++i) {
      const int row = i * kWaveSize + lane;
      entry_[i] = static_cast<int>(layout.load_dword(row * 4));
      active_[i] = ballot(row < rows && entry_[i] >= 0);
    }
  }

  __device__ bool any() const { return (rows<0>() | rows<1>()) != 0; }

  __device__ bool is_active(int row) const { return (row < 64 ? rows<0>() : rows<1>()) >> row % 64 & 1; }

  /// Bit r: row 64 kHalf + r takes part; the same in every lane.
  template <int kHalf>
  __device__ std::uint64_t rows() const {
    if constexpr (kWaveSize == 64) {
      return active_[kHalf];
    } else {
      return active_[2 * kHalf] | active_[2 * kHalf + 1] << 32;
    }
  }

  /// The group of the active rows, which all share one. Needs any().
  __device__ int group() const {
    int entry = entry_[kWords - 1];
    std::uint64_t active = active_[kWords - 1];
#pragma unroll
    for (int i = kWords - 2; i >= 0; --i) {
      entry = active_[i] != 0 ? entry_[i] : entry;
      active = active_[i] != 0 ? active_[i] : active;
    }
    return __builtin_amdgcn_readlane(entry, __builtin_ctzll(active));
  }

 private:
  static constexpr int kWords = kTileM / kWaveSize;
  static_assert(kTileM == 128);

  int entry_[kWords];             ///< number i: of row i * kWaveSize + lane
  std::uint64_t active_[kWords];  ///< a bit per lane
};

}  // namespace lockstep::device
