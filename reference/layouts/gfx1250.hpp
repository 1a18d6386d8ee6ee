// How operands and scales of gfx1250 kernels lie in memory (aiter/ops/shuffle.py, FlyDSL#533).
//
// Most are tiles: the matrix is cut into tiles of tile_rows x tile_columns bytes, tiles in row-major order,
// bytes of a tile in row-major order. Rows and columns are multiples of the tile.
#pragma once

#include "reference/layouts/axis_order.hpp"

namespace lockstep::layouts {

struct TileShape {
  std::int64_t rows, columns;
};

/// mxfp8 activations: two rows by 128 elements (shuffle_mxfp8fp4_a).
inline constexpr TileShape kGfx1250Activations{2, 128};
/// Weights of one or of half a byte per element (shuffle_mxfp8fp4_b, shuffle_weight_f4, FlyDSL's 16x16).
inline constexpr TileShape kGfx1250Weights{16, 16};
/// e8m0 scales, one byte per 32 of k: a lane reads the four of one 128-deep step as a dword
/// (shuffle_mxfp8fp4_scale, shuffle_scale_n32k4 per expert, shuffle_scale_f4 for MXFP4).
inline constexpr TileShape kGfx1250Scales{32, 4};
/// NVFP4 scales, one byte per 16 of k (shuffle_scale_f4, majors of 8), and the triton kernels' MXFP4 ones.
inline constexpr TileShape kGfx1250Scales16{32, 8};

/// Short scale planes are padded to 32 rows with 2^0.
inline constexpr std::uint8_t kGfx1250ScalePadding = 0x7F;

/// (row, column) of a matrix of rows x columns bytes, tile after tile.
constexpr AxisOrder<4> gfx1250_tiles(std::int64_t rows, std::int64_t columns, const TileShape& tile) {
  return {{rows / tile.rows, tile.rows, columns / tile.columns, tile.columns}, {0, 2, 1, 3}};
}

/// Weights for TDM loads (shuffle_weight_gfx1250): 16 rows by 32 bytes, each in two halves of 16 bytes. The
/// map of weight_shuffle_16x16.
constexpr AxisOrder<5> gfx1250_weights(std::int64_t n, std::int64_t kb) {
  return {{n / 16, 16, kb / 32, 2, 16}, {0, 2, 3, 1, 4}};
}

/// Scales as a wave's WMMA fragments take them (preshuffle_e8m0_scale): each 16th row of a warp tile side by
/// side.
///   rows a multiple of warp_tile (itself of 16); columns = k / 32, a multiple of scales_per_tile (itself of
///   4)
constexpr AxisOrder<6> gfx1250_wmma_scales(std::int64_t rows, std::int64_t columns, std::int64_t warp_tile,
                                           std::int64_t scales_per_tile) {
  return {{rows / warp_tile, warp_tile / 16, 16, columns / scales_per_tile, scales_per_tile / 4, 4},
          {0, 2, 3, 4, 1, 5}};
}

}  // namespace lockstep::layouts
