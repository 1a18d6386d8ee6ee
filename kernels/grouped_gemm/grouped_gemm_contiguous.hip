// grouped_gemm_contiguous: the rows of all groups one behind another. Two forms say which rows are whose:
//
//   ids   grouped_layout[row] is the row's group, or -1 for padding. All rows of a tile that are not -1 must
//   share
//         one group. Grid (columns, ceil(m / 128)).
//   ends  grouped_layout[group] is the row past the group's last; it starts at the end of the group before,
//         rounded up to the alignment. Tiles count from the group's own start. Grid (columns, row_tiles),
//         which any number fits: a workgroup takes tiles y, y + row_tiles, ... of all groups in turn.
//
// `columns` covers n by tiles of LargeTile or NarrowTile (kernels/primitives/tile.hpp), 256 threads each.
// Rows of no group are neither read nor written, or, with zero_padding, written as zeros.
//
// Declared order, k ascending into f32 accumulators that start at zero: on gfx950 one scaled 16x16x128 matrix
// instruction per 128 of k; on gfx942, per 64 of k, two 16x16x32 matrix instructions from zero, the result
// times A's scale, then fused with B's scale into the accumulator. Then one rounding to the output format,
// nearest even.
//
// What limits it: on gfx950 registers and the issue slots beside the matrix instructions, on gfx942 the vector
// arithmetic of the scales (kernels/primitives/block_scaled_loop.hpp, software_scales.hpp).
#include "kernels/primitives/epilogue.hpp"
#include "kernels/primitives/group_ends.hpp"
#include "kernels/primitives/row_groups.hpp"

namespace lockstep::device {

struct Contiguous {
  std::uint16_t* d;
  const std::uint8_t* a;
  const Scale* a_scale;
  const std::uint8_t* b;
  const Scale* b_scale;
  const std::int32_t* grouped_layout;
  int m, n, k, groups;
  int a_scale_stride;  ///< scales from one k block to the next
  int alignment;
  int row_tiles;
  bool zero_padding;

  __device__ Buffer output(std::int64_t row, int column_block, int rows) const {
    return part_of_output(d + row * n + column_block * kTileN, rows, columns_of(column_block, n), n);
  }
};

/// rows: of A that may be read, at least one.
template <class Out, class Columns, class Rows>
__device__ void compute(const Contiguous& p, int group, std::int64_t row, int column_block, int rows,
                        const Buffer& out, const Rows& stored, StagedRows& even, StagedRows& odd,
                        Thread thread) {
  const std::int64_t b_block = std::int64_t{group} * scale_blocks(p.n) + column_block;
  const BlockScaledOperands operands = {
      .a = p.a + row * p.k,
      .a_scale = p.a_scale + row,
      .a_scale_stride = p.a_scale_stride,
      .b = p.b + b_block * kTileN * p.k,
      .b_scale = p.b_scale + b_block * scale_blocks(p.k),
      .rows = rows,
      .columns = columns_of(column_block, p.n),
      .k = p.k,
  };
  const TileAccumulator sum = BlockScaledLoop<Columns>(operands, thread).run(even, odd);
  store_tile<Out>(sum, even, odd, out, p.n, thread, stored);
}

struct RowsWithGroup {
  const RowGroups& routing;
  bool zero_padding;
  __device__ bool is_active(int row) const { return routing.is_active(row); }
  __device__ bool is_stored(int row) const { return zero_padding || routing.is_active(row); }
};

template <class Out, class Columns>
__device__ void run_ids(const Contiguous& p, StagedRows& even, StagedRows& odd) {
  const Thread thread = this_thread();
  const Tile tile = this_tile<Columns>(thread.wave);
  const int rows = rows_from(tile.row, p.m);

  const RowGroups routing(Buffer(p.grouped_layout + tile.row, rows * 4), rows, thread.lane);
  if (!routing.any() && !p.zero_padding) return;

  const Buffer out = p.output(tile.row, tile.column_block, rows);
  if (routing.any())
    compute<Out, Columns>(p, routing.group(), tile.row, tile.column_block, rows, out,
                          RowsWithGroup{routing, p.zero_padding}, even, odd, thread);
  else
    store_zeros<Columns>(out, p.n, thread);
}

/// The rows below `active`; further ones that the descriptor covers are stored as zeros.
struct RowsBelow {
  int active;
  __device__ bool is_active(int row) const { return row < active; }
  __device__ bool is_stored(int) const { return true; }
};

template <class Out, class Columns>
__device__ void run_ends(const Contiguous& p, StagedRows& even, StagedRows& odd) {
  const Thread thread = this_thread();
  const Tile at = this_tile<Columns>(thread.wave);
  const GroupEnds ends = {p.grouped_layout, p.groups, p.alignment, p.m, p.zero_padding};
  const auto tiles_of = [&](int group) { return ends.tiles(group); };
  const int tiles = total_tiles(p.groups, thread.lane, tiles_of);
  for (int tile = at.row / kTileM; tile < tiles; tile += p.row_tiles) {
    const TileOfGroup found = find_group(tile, p.groups, thread.lane, tiles_of);
    const int group = __builtin_amdgcn_readfirstlane(found.group);
    const int row = ends.begin(group) + __builtin_amdgcn_readfirstlane(found.tile) * kTileM;
    const int rows = rows_from(row, ends.end(group));
    const Buffer out = p.output(row, at.column_block, rows_from(row, ends.covered_end(group)));
    if (rows > 0)
      compute<Out, Columns>(p, group, row, at.column_block, rows, out, RowsBelow{rows}, even, odd,
                            anew(thread));
    else
      store_zeros<Columns>(out, p.n, thread);
    workgroup::hand_over_lds();  // the next tile's copies may overwrite LDS
  }
}

}  // namespace lockstep::device

#define LOCKSTEP_KERNEL(NAME, WORKGROUP, ...)                                                            \
  extern "C" __global__ WORKGROUP void NAME(                                                             \
      std::uint16_t* d, const std::uint8_t* a, const lockstep::device::Scale* a_scale,                   \
      const std::uint8_t* b, const lockstep::device::Scale* b_scale, const std::int32_t* grouped_layout, \
      std::int32_t m, std::int32_t n, std::int32_t k, std::int32_t groups, std::int32_t a_scale_stride,  \
      std::int32_t alignment, std::int32_t row_tiles, std::int32_t zero_padding) {                       \
    __shared__ lockstep::device::StagedRows even, odd;                                                   \
    lockstep::device::__VA_ARGS__({d, a, a_scale, b, b_scale, grouped_layout, m, n, k, groups,           \
                                   a_scale_stride, alignment, row_tiles, zero_padding != 0},             \
                                  even, odd);                                                            \
  }

#define LOCKSTEP_TILES(NAME, RUN, OUT)                                              \
  LOCKSTEP_KERNEL(NAME, LOCKSTEP_WORKGROUP, RUN<OUT, lockstep::device::NarrowTile>) \
  LOCKSTEP_KERNEL(NAME##_large, LOCKSTEP_LONE_WORKGROUP, RUN<OUT, lockstep::device::LargeTile>)

LOCKSTEP_TILES(grouped_gemm_contiguous_bf16, run_ids, lockstep::device::Bf16)
LOCKSTEP_TILES(grouped_gemm_contiguous_f16, run_ids, lockstep::device::F16)
LOCKSTEP_TILES(grouped_gemm_contiguous_ends_bf16, run_ends, lockstep::device::Bf16)
LOCKSTEP_TILES(grouped_gemm_contiguous_ends_f16, run_ends, lockstep::device::F16)
