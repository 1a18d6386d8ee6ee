// grouped_gemm_contiguous on gfx1250: the rows of all groups one behind another, in the two forms of
// grouped_gemm_contiguous.hip:
//
//   ids   grouped_layout[row] is the row's group, or -1 for padding. All rows of a tile that are not -1 must share one group.
//         Grid (columns, ceil(m / 128)).
//   ends  grouped_layout[group] is the row past the group's last; it starts at the end of the group before, rounded up to the
//         alignment. Grid (columns, row_tiles), which any number fits: a workgroup takes tiles y, y + row_tiles, ... of all
//         groups in turn.
//
// `columns` covers n by tiles of 128 columns, or of 256 (large), 128 threads each: four waves, which compute a quarter of the
// tile each and copy one of four tensors to LDS (kernels/primitives/wmma_loop.hpp). Rows behind the tile's last with a group
// are not read. Rows of no group are not written, or, with zero_padding, written as zeros: copies of D take whole runs of
// neighbours, one where padding is at an end of the tile.
//
// Declared order: k ascending into f32 accumulators that start at zero, one scaled 16x16x128 matrix instruction per 128 of k,
// whose first operand is B. Then one rounding to the output format, nearest even.
//
// What limits it: matrix instructions, while the copies of the next step are under way.
#include "kernels/grouped_gemm/block_scaled_wmma.hpp"
#include "kernels/primitives/group_ends.hpp"
#include "kernels/primitives/row_groups.hpp"

namespace lockstep::device::grouped_gemm {

struct Contiguous {
  std::uint8_t* d;
  const std::uint8_t *a, *a_scale, *b, *b_scale;
  const std::int32_t* grouped_layout;
  int m, n, k, groups;
  int a_scale_stride;  ///< scales from one k block to the next
  int alignment;
  int row_tiles;
  bool zero_padding;

  __device__ Operands operands_of(int group) const {
    const auto plane = static_cast<std::uint64_t>(group) * static_cast<std::uint64_t>(n);
    const auto blocks = static_cast<std::uint64_t>(k) / kScaleBlock;
    return {a, a_scale, b + plane * static_cast<std::uint64_t>(k), b_scale + plane / kScaleBlock * blocks, n, k, a_scale_stride};
  }
};

/// Of the tile's rows those that hold results, and those that are written: bit r of half h is row 64 h + r.
struct RowsOfTile {
  std::uint64_t held[2], stored[2];
};

template <class S, wmma::Out kOut>
LOCKSTEP_IN_REGISTERS __device__ void store(const Contiguous& p, const wmma::Sums<S>& sums, const TileAt& tile,
                                            const RowsOfTile& rows, wave32::LdsBytes lds, const Thread& thread) {
  const bool lower = thread.wave / 2 == 0;
  wmma::store_rows_by_copy<S, kOut>(sums, part_of<S>(p.d, p.m, p.n, tile, thread), lower ? rows.stored[0] : rows.stored[1],
                                    lower ? rows.held[0] : rows.held[1], lds, thread);
}

/// Bits 0 to count - 1, of those of a half.
__device__ inline std::uint64_t first_rows(int count, int half) {
  const int here = count - 64 * half;
  return here >= 64 ? ~0ull : here <= 0 ? 0 : (1ull << here) - 1;
}

template <class S, wmma::Out kOut>
LOCKSTEP_IN_REGISTERS __device__ void run_ids(const Contiguous& p, int column, wave32::LdsBytes lds) {
  const Thread thread = wave32::this_thread();
  const int row = static_cast<int>(__builtin_amdgcn_workgroup_id_y()) * S::kTileRows;
  const int rows = rows_from(row, p.m);
  const RowGroups routing(Buffer(p.grouped_layout + row, static_cast<std::uint32_t>(rows) * 4), rows, thread.lane);
  if (!routing.any() && !p.zero_padding) return;

  RowsOfTile of_tile{{routing.rows<0>(), routing.rows<1>()}, {routing.rows<0>(), routing.rows<1>()}};
  if (p.zero_padding) of_tile.stored[0] = first_rows(rows, 0), of_tile.stored[1] = first_rows(rows, 1);
  wmma::Sums<S> sums;
  TileAt tile{row, row, column};
  if (routing.any()) {
    const std::uint64_t upper = routing.rows<1>();
    tile.end += upper != 0 ? 128 - __builtin_clzll(upper) : 64 - __builtin_clzll(routing.rows<0>());
    multiply<S>(p.operands_of(routing.group()), tile, lds, thread, sums);
  }
  store<S, kOut>(p, sums, tile, of_tile, lds, thread);
}

template <class S, wmma::Out kOut>
LOCKSTEP_IN_REGISTERS __device__ void run_ends(const Contiguous& p, int column, wave32::LdsBytes lds) {
  const Thread thread = wave32::this_thread();
  const GroupEnds ends = {p.grouped_layout, p.groups, p.alignment, p.m, p.zero_padding};
  const auto tiles_of = [&](int group) { return ends.tiles(group); };
  const int tiles = total_tiles(p.groups, thread.lane, tiles_of);
  for (int number = static_cast<int>(__builtin_amdgcn_workgroup_id_y()); number < tiles; number += p.row_tiles) {
    const TileOfGroup found = find_group(number, p.groups, thread.lane, tiles_of);
    const int group = __builtin_amdgcn_readfirstlane(found.group);
    const int row = ends.begin(group) + __builtin_amdgcn_readfirstlane(found.tile) * S::kTileRows;
    const TileAt tile{row, ends.end(group), column};
    const int held = tile.end - row, stored = ends.covered_end(group) - row;
    wmma::Sums<S> sums;
    if (held > 0) multiply<S>(p.operands_of(group), tile, lds, thread, sums);
    store<S, kOut>(p, sums, tile,
                   {{first_rows(held, 0), first_rows(held, 1)}, {first_rows(stored, 0), first_rows(stored, 1)}}, lds, thread);
    wave32::hand_over_lds();  // the next tile's copies may overwrite LDS
  }
}

}  // namespace lockstep::device::grouped_gemm

#define LOCKSTEP_KERNEL(NAME, RUN, COLUMNS, OUT)                                                                           \
  extern "C" __global__ LOCKSTEP_WAVE32_WORKGROUP void NAME(                                                               \
      std::uint8_t* d, const std::uint8_t* a, const std::uint8_t* a_scale, const std::uint8_t* b,                          \
      const std::uint8_t* b_scale, const std::int32_t* grouped_layout, std::int32_t m, std::int32_t n, std::int32_t k,     \
      std::int32_t groups, std::int32_t a_scale_stride, std::int32_t alignment, std::int32_t row_tiles,                    \
      std::int32_t zero_padding) {                                                                                         \
    using namespace lockstep::device;                                                                                      \
    using S = grouped_gemm::Shape<COLUMNS>;                                                                                \
    __shared__ std::uint8_t shared[wmma::kLdsOf<S, wmma::Out::OUT, grouped_gemm::kStages>];                                \
    grouped_gemm::RUN<S, wmma::Out::OUT>({d, a, a_scale, b, b_scale, grouped_layout, m, n, k, groups, a_scale_stride,      \
                                          alignment, row_tiles, zero_padding != 0},                                        \
                                         static_cast<int>(__builtin_amdgcn_workgroup_id_x()) * COLUMNS,                    \
                                         (wave32::LdsBytes)shared);                                                        \
  }

#define LOCKSTEP_TILES(NAME, RUN, OUT)    \
  LOCKSTEP_KERNEL(NAME, RUN, 128, OUT)    \
  LOCKSTEP_KERNEL(NAME##_large, RUN, 256, OUT)

LOCKSTEP_TILES(grouped_gemm_contiguous_bf16, run_ids, bf16)
LOCKSTEP_TILES(grouped_gemm_contiguous_f16, run_ids, f16)
LOCKSTEP_TILES(grouped_gemm_contiguous_ends_bf16, run_ends, bf16)
LOCKSTEP_TILES(grouped_gemm_contiguous_ends_f16, run_ends, f16)
