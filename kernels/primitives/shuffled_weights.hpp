// B straight from memory to registers, out of the 16x16 weight shuffle.
//
// The shuffle stores 16 columns x 32 k as [2 halves][16 columns][16 bytes], blocks of k side by side, so 16
// columns are 16 * k contiguous bytes and their 128-block of k is 2048 of them. In that block lane l's first
// chunk (column l % 16, k = 16 (l / 16) ..) is at 16 l, and its second (k + 64) 1024 further: a wave loads
// 1024 contiguous bytes at a time, and no lane needs another's.
#pragma once

#include "kernels/primitives/buffer_descriptor.hpp"
#include "kernels/primitives/tile.hpp"

namespace lockstep::device {

template <class Columns>
class WeightLoader {
 public:
  /// columns: descriptor of the wave's block of columns of one plane of B, k bytes each.
  __device__ WeightLoader(Buffer columns, int k, Thread thread)
      : columns_(columns),
        voffset_(thread.lane * 16),
        k_(k),
        first_(thread.wave % Columns::kWavesPerBlock * Columns::kWaveColumns) {}

  /// Loads a fragment of k block k_block + kFurther, 0 or 1: the two share an address.
  template <int kFurther>
  __device__ Arch::Fragment load(int k_block, int column_tile) const {
    constexpr int kBlockBytes = kFragment * kTileK;
    const std::uint32_t soffset = (first_ + column_tile * kFragment) * k_ + k_block * kBlockBytes;
    const std::uint32_t voffset = voffset_ + kFurther * kBlockBytes;
    return Arch::fragment(columns_.load_16_bytes(voffset, soffset),
                          columns_.load_16_bytes(voffset + 1024, soffset));
  }

 private:
  Buffer columns_;
  std::uint32_t voffset_;
  int k_;
  int first_;  ///< column of the wave, inside the block
};

}  // namespace lockstep::device
