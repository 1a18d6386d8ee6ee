// grouped_gemm_masked: every group has room for m rows, of which the first masked_m[group] take part.
//
// Grid (columns, row_tiles, groups), 256 threads; `columns` covers n by tiles of LargeTile or NarrowTile
// (kernels/primitives/tile.hpp). A workgroup takes tiles y, y + row_tiles, ... of its group,
// as many as lie below masked_m: any number of row_tiles does, ceil(m / 128) leaves each at most one. Rows at
// or past masked_m are neither read nor written: they lie behind the end of the descriptors.
//
// Declared order, k ascending into f32 accumulators that start at zero: on gfx950 one scaled 16x16x128 matrix
// instruction per 128 of k; on gfx942, per 64 of k, two 16x16x32 matrix instructions from zero, the result
// times A's scale, then fused with B's scale into the accumulator. Then one rounding to the output format,
// nearest even.
//
// What limits it: on gfx950 registers and the issue slots beside the matrix instructions, on gfx942 the vector
// arithmetic of the scales (kernels/primitives/block_scaled_loop.hpp, software_scales.hpp).
#include "kernels/primitives/epilogue.hpp"

namespace lockstep::device {

struct Masked {
  std::uint16_t* d;
  const std::uint8_t* a;
  const Scale* a_scale;
  const std::uint8_t* b;
  const Scale* b_scale;
  int m, n, k;
  int a_scale_stride;  ///< scales from one k block to the next
};

/// The tile whose first row is `first` of the group; `end`: the group's active rows.
template <class Out, class Columns>
__device__ void compute(const Masked& p, const Tile& tile, int first, int end, StagedRows& even,
                        StagedRows& odd, Thread thread) {
  const int rows = rows_from(first, end);
  const int columns = columns_of(tile.column_block, p.n);
  const std::int64_t row = std::int64_t{tile.group} * p.m + first;
  const std::int64_t column_block = std::int64_t{tile.group} * scale_blocks(p.n) + tile.column_block;
  const BlockScaledOperands operands = {
      .a = p.a + row * p.k,
      .a_scale = p.a_scale + std::int64_t{tile.group} * scale_blocks(p.k) * p.a_scale_stride + first,
      .a_scale_stride = p.a_scale_stride,
      .b = p.b + column_block * kTileN * p.k,
      .b_scale = p.b_scale + column_block * scale_blocks(p.k),
      .rows = rows,
      .columns = columns,
      .k = p.k,
  };
  const TileAccumulator sum = BlockScaledLoop<Columns>(operands, thread).run(even, odd);
  const Buffer out = part_of_output(p.d + row * p.n + tile.column_block * kTileN, rows, columns, p.n);
  store_tile<Out>(sum, even, odd, out, p.n, thread, AllRows{});
}

template <class Out, class Columns>
__device__ void grouped_gemm_masked(const Masked& p, const std::int32_t* masked_m, int row_tiles) {
  __shared__ StagedRows even, odd;
  const Tile tile = this_tile<Columns>(this_thread().wave);
  const int end = masked_m[tile.group];
  for (int first = tile.row; first < end; first += row_tiles * kTileM) {
    compute<Out, Columns>(p, tile, first, end, even, odd, this_thread());
    workgroup::hand_over_lds();  // the next tile's copies may overwrite LDS
  }
}

}  // namespace lockstep::device

#define LOCKSTEP_KERNEL(NAME, WORKGROUP, ...)                                                                \
  extern "C" __global__ WORKGROUP void NAME(                                                                 \
      std::uint16_t* d, const std::uint8_t* a, const lockstep::device::Scale* a_scale,                       \
      const std::uint8_t* b, const lockstep::device::Scale* b_scale, const std::int32_t* masked_m,           \
      std::int32_t m, std::int32_t n, std::int32_t k, [[maybe_unused]] std::int32_t groups,                  \
      std::int32_t a_scale_stride, std::int32_t row_tiles) {                                                 \
    lockstep::device::grouped_gemm_masked<__VA_ARGS__>({d, a, a_scale, b, b_scale, m, n, k, a_scale_stride}, \
                                                       masked_m, row_tiles);                                 \
  }

#define LOCKSTEP_TILES(NAME, OUT)                                              \
  LOCKSTEP_KERNEL(NAME, LOCKSTEP_WORKGROUP, OUT, lockstep::device::NarrowTile) \
  LOCKSTEP_KERNEL(NAME##_large, LOCKSTEP_LONE_WORKGROUP, OUT, lockstep::device::LargeTile)

LOCKSTEP_TILES(grouped_gemm_masked_bf16, lockstep::device::Bf16)
LOCKSTEP_TILES(grouped_gemm_masked_f16, lockstep::device::F16)
