// Scales as f32, applied behind a matrix instruction that knows none.
//
// Declared accumulation order of one 128-block of k and one 16x16 piece of the output: per half of the block,
// in ascending order, two 16x16x32 instructions make r from +0, the second adding to the first; then t = r *
// sA, rounded, and sum = fma(t, sB, sum).
//
// Vector arithmetic limits the loop: two packed multiplications and two packed fused ones stand beside every
// two matrix instructions, so these are at most 2 of 6, one third, of what is issued. A wave's 128 x 64 has
// 128 of them per k block, 256 packed ones, and 65 for LDS, memory, addresses and waits: 28 %. The rest is
// idling behind matrix instructions whose result is wanted at once, of which there would be none if more
// products were in flight; but the compiler, given those, takes packed instructions apart again to fill the
// same slots.
//
// A lane's part of the result is one row of A: it loads the scale of that row in each of the row tiles and no
// other. The four lanes of a row read the same word, and a wave's loads touch the same 512 bytes.
#pragma once

#include "kernels/primitives/buffer_descriptor.hpp"
#include "kernels/primitives/tile.hpp"

namespace lockstep::device {

using Scale = float;

/// In lane l, the scale of row 16 * row_tile + l % 16.
struct RowScales {
  float row_tile[kRowTiles];
};
using LoadedRowScales = RowScales;

__device__ inline LoadedRowScales load_row_scales(Buffer k_block, int lane) {
  LoadedRowScales scales;
  for (int i = 0; i < kRowTiles; ++i)
    scales.row_tile[i] = as_float(k_block.load_dword((i * kFragment + lane % kFragment) * sizeof(Scale)));
  return scales;
}

__device__ inline const RowScales& spread(const LoadedRowScales& loaded) {
  return loaded;
}

/// The scale of B of one k block, the same for all columns of the tile.
__device__ inline std::uint32_t load_scale(Buffer column_block, int k_block) {
  return column_block.load_dword(0, k_block * sizeof(Scale));
}

template <int kHalf>
__device__ Arch::Accumulator multiply_add_half(Arch::Fragment columns, Arch::Fragment rows,
                                               Arch::Accumulator sum, float b_scale, float a_scale) {
  const Arch::Accumulator scaled = Arch::multiply_half<kHalf>(columns, rows) * a_scale;
  return __builtin_elementwise_fma(scaled, Arch::Accumulator(b_scale), sum);
}

/// One 16 x 16 x 128 step.
template <int kRowTile>
__device__ Arch::Accumulator multiply_add(Arch::Fragment columns, Arch::Fragment rows, Arch::Accumulator sum,
                                          std::uint32_t b_scale, const RowScales& a_scale) {
  const float scale_b = as_float(b_scale), scale_a = a_scale.row_tile[kRowTile];
  const Arch::Accumulator half = multiply_add_half<0>(columns, rows, sum, scale_b, scale_a);
  return multiply_add_half<1>(columns, rows, half, scale_b, scale_a);
}

}  // namespace lockstep::device
