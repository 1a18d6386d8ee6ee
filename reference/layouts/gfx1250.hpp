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

/// Weights of one or of half a byte per element (shuffle_mxfp8fp4_b, shuffle_weight_f4, FlyDSL's 16x16).
inline constexpr TileShape kGfx1250Weights{16, 16};

/// (row, column) of a matrix of rows x columns bytes, tile after tile.
constexpr AxisOrder<4> gfx1250_tiles(std::int64_t rows, std::int64_t columns, const TileShape& tile) {
  return {{rows / tile.rows, tile.rows, columns / tile.columns, tile.columns}, {0, 2, 1, 3}};
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
