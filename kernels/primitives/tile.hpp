// The tile schedule: how the output is cut, and which piece a workgroup takes.
//
// A workgroup of four waves owns kTileM rows and one or several blocks of kTileN columns of D, and walks k in
// steps of kTileK, one scale block each. A wave owns all rows and a quarter of the columns: every byte of B
// is then loaded once, straight into the registers that multiply it, while A is shared by the four waves
// through LDS. All columns of a wave lie in one block, so that they share a scale.
#pragma once

#include "kernels/primitives/arch.hpp"
#include "kernels/primitives/device.hpp"

namespace lockstep::device {

inline constexpr int kTileM = 128;
inline constexpr int kTileN = 128;
inline constexpr int kTileK = 128;
inline constexpr int kScaleBlock = 128;  ///< k and n covered by one scale: one tile's worth

// What 32-bit offsets inside a tile allow: kTileM rows of A, or of D with two bytes an element, below 2^31
// bytes.
inline constexpr int kMaxK = (1 << 24) - kTileK;
inline constexpr int kMaxN = (1 << 23) - kTileN;

inline constexpr int kFragment = 16;  ///< rows or columns of one matrix instruction
inline constexpr int kRowTiles = kTileM / kFragment;

/// The columns of a tile, in blocks of kTileN: 1, 2 or 4.
template <int kBlocks_>
struct TileColumns {
  static constexpr int kBlocks = kBlocks_;
  static constexpr int kWavesPerBlock = kWaves / kBlocks;
  static constexpr int kWaveColumns = kTileN / kWavesPerBlock;
  static constexpr int kColumnTiles = kWaveColumns / kFragment;  ///< column tiles of one wave
};
using NarrowTile = TileColumns<1>;
using LargeTile = TileColumns<Arch::kLargeTileBlocks>;

/// A wave's piece of the grid (ceil(n / columns of the tile), ceil(rows / kTileM), groups): neighbours along
/// x share rows of A.
struct Tile {
  int column_block;  ///< of the wave, possibly behind the last one; also the block of B's scales
  int row;           ///< first row, inside the tensor (contiguous) or inside the group (masked)
  int group;         ///< grid z
};

template <class Columns = NarrowTile>
__device__ Tile this_tile(int wave = 0) {
  return {
      static_cast<int>(__builtin_amdgcn_workgroup_id_x()) * Columns::kBlocks + wave / Columns::kWavesPerBlock,
      static_cast<int>(__builtin_amdgcn_workgroup_id_y()) * kTileM,
      static_cast<int>(__builtin_amdgcn_workgroup_id_z())};
}

/// Scale blocks in an extent that is not negative.
__device__ inline int scale_blocks(int extent) {
  return static_cast<std::uint32_t>(extent) / kScaleBlock;
}

/// Columns of a block of a matrix of n: all or, behind the last one, none.
__device__ inline int columns_of(int column_block, int n) {
  return column_block < scale_blocks(n) ? kTileN : 0;
}

/// Rows of the tile that starts at first, of a matrix that ends at end.
__device__ inline int rows_from(int first, int end) {
  return end - first < kTileM ? end - first : kTileM;
}

}  // namespace lockstep::device
