// The e8m0 bytes of A's rows, from memory to the scale operand of the matrix instruction.
//
// One k block has kTileM consecutive bytes, one per row. A wave loads them with two byte loads, lane l taking
// rows l and 64 + l; the matrix instruction wants the byte of row r (of 16) in the four lanes r, 16 + r, 32 +
// r, 48 + r. Two lane swaps spread the bytes, packed four to a register, and the instruction's byte selector
// picks among them.
#pragma once

#include "kernels/primitives/buffer_descriptor.hpp"
#include "kernels/primitives/tile.hpp"

namespace lockstep::device {

using Scale = std::uint8_t;

/// A lane's scales as loaded: those of rows lane and 64 + lane.
struct LoadedRowScales {
  std::uint32_t low;
  std::uint32_t high;
};

__device__ inline LoadedRowScales load_row_scales(Buffer k_block, int lane) {
  return {k_block.load_byte(lane), k_block.load_byte(lane + kWaveSize)};
}

/// In lane l, the scale of row 16 * row_tile + l % 16 for every row tile.
struct RowScales {
  std::uint32_t word[2];

  static constexpr int word_of(int row_tile) { return row_tile / 2 % 2; }
  static constexpr int byte_of(int row_tile) { return row_tile % 2 * 2 + row_tile / 4; }
};

__device__ inline RowScales spread(LoadedRowScales loaded) {
  // Lane group q holds row tiles q and 4 + q.
  const std::uint32_t pair = loaded.low | loaded.high << 8;
  // Groups 0 and 1 hold tiles 0, 4, 1, 5; groups 2 and 3 hold 2, 6, 3, 7.
  const Uint2 even_odd = Arch::swap_odd_even_16(pair, pair);
  const std::uint32_t four = even_odd.x | even_odd.y << 16;
  const Uint2 halves = Arch::swap_halves_32(four, four);
  return {{halves.x, halves.y}};
}

/// The scale of B of one k block, the same for all columns of the tile.
__device__ inline std::uint32_t load_scale(Buffer column_block, int k_block) {
  return column_block.load_byte(0, k_block);
}

/// One 16 x 16 x 128 step: sum + sA * sB * (columns . rows), all in one instruction.
template <int kRowTile>
__device__ Arch::Accumulator multiply_add(Arch::Fragment columns, Arch::Fragment rows, Arch::Accumulator sum,
                                          std::uint32_t b_scale, const RowScales& a_scale) {
  return Arch::multiply_add<0, RowScales::byte_of(kRowTile)>(columns, rows, sum, b_scale,
                                                             a_scale.word[RowScales::word_of(kRowTile)]);
}

}  // namespace lockstep::device
