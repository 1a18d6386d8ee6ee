// grouped_gemm_contiguous for sm_90: the rows of all groups one behind another. Two forms say which rows are
// whose:
//
//   ids   grouped_layout[row] is the row's group, or -1 for padding. All rows of a tile that are not -1 share
//         one group. Grid (columns, ceil(m / 128)).
//   ends  grouped_layout[group] is the row past the group's last; it starts at the end of the group before,
//         rounded up to the alignment. Tiles count from the group's own start. Grid (columns, row_tiles): a
//         workgroup takes tiles y, y + row_tiles, ... of all groups in turn.
//
// 128 threads; `columns` covers n by tiles of 128 or, large, 256. Rows of no group are neither read nor
// written, or, with zero_padding, written as zeros. The declared order is block_scaled_warpgroup.hpp's.
#include "kernels/grouped_gemm/block_scaled_warpgroup.hpp"

#pragma clang fp contract(off)

namespace {

using namespace lockstep::device;
using namespace lockstep::device::block_scaled;

struct Contiguous {
  std::uint16_t* d;
  const std::uint8_t* a;
  const float* a_scale;
  const std::uint8_t* b;
  const float* b_scale;
  const std::int32_t* grouped_layout;
  int m, n, k, groups, a_scale_stride, row_tiles, alignment;
  bool zero_padding;
};

/// 64 rows from `first` on, of which `rows` may be read, 128 columns from `column` on; without rows zeros.
template <class Out, class IsActive, class IsStored>
LOCKSTEP_DEVICE void compute(const Contiguous& p, std::int64_t group, std::int64_t first, int rows,
                             int column, IsActive is_active, IsStored is_stored) {
  const std::int64_t column_block = group * (p.n / kColumns) + column / kColumns;
  Sums<kColumns> sums = {};
  if (rows > 0)
    sums = product({p.a + first * p.k, p.a_scale + first, p.b + column_block * kColumns * p.k,
                    p.b_scale + column_block * (p.k / kStep), rows, p.k, p.a_scale_stride});
  std::uint16_t* const d = p.d + first * p.n + column;
  for_each(sums, [&](int line, int at, float sum) {
    if (is_stored(line)) d[line * static_cast<std::int64_t>(p.n) + at] = Out::code(is_active(line) ? sum : 0);
  });
}

template <int kTileColumns, class Compute>
LOCKSTEP_DEVICE void for_each_part(const Contiguous& p, int tile, int end, Compute compute) {
  for (int first = tile; first < end && first < tile + kTileRows; first += kRows)
    for (int column = scalar::workgroup_x() * kTileColumns, i = 0; i < kTileColumns && column + i < p.n;
         i += kColumns)
      compute(first, column + i);
}

template <class Out, int kTileColumns>
LOCKSTEP_DEVICE void run_ids(const Contiguous& p) {
  const int tile = scalar::workgroup_y() * kTileRows;
  const int rows = p.m - tile < kTileRows ? p.m - tile : kTileRows;
  int group = -1;
  for (int i = 0; i < rows && group < 0; ++i) group = p.grouped_layout[tile + i];
  if (group < 0 && !p.zero_padding) return;
  for_each_part<kTileColumns>(p, tile, p.m, [&](int first, int column) {
    const auto is_active = [&](int line) {
      return first + line < p.m && p.grouped_layout[first + line] >= 0;
    };
    compute<Out>(p, group, first, group < 0 ? 0 : p.m - first, column, is_active,
                 [&](int line) { return p.zero_padding ? first + line < p.m : is_active(line); });
  });
}

/// The rows of a group, and up to where its tiles cover them.
struct Extent {
  int begin, end, covered;
  __attribute__((device)) static Extent of(const Contiguous& p, int group) {
    const auto begin_of = [&](int g) {
      const auto to = static_cast<std::uint32_t>(p.alignment);
      return g == 0 ? 0
                    : static_cast<int>((static_cast<std::uint32_t>(p.grouped_layout[g - 1]) + to - 1u) / to *
                                       to);
    };
    Extent e = {begin_of(group), p.grouped_layout[group], 0};
    const int next = group + 1 < p.groups ? begin_of(group + 1) : p.m;
    e.covered = !p.zero_padding ? e.end : next < p.m ? next : p.m;
    return e;
  }
};

template <class Out, int kTileColumns>
LOCKSTEP_DEVICE void run_ends(const Contiguous& p) {
  int turn = scalar::workgroup_y();  // tiles until the next that is this workgroup's
  for (int group = 0; group < p.groups; ++group) {
    const Extent e = Extent::of(p, group);
    const int tiles = e.covered > e.begin ? (e.covered - e.begin + kTileRows - 1) / kTileRows : 0;
    for (; turn < tiles; turn += p.row_tiles)
      for_each_part<kTileColumns>(p, e.begin + turn * kTileRows, e.covered, [&](int first, int column) {
        compute<Out>(
            p, group, first, e.end - first, column, [&](int line) { return first + line < e.end; },
            [&](int line) { return first + line < e.covered; });
      });
    turn -= tiles;
  }
}

}  // namespace

#define LOCKSTEP_CONTIGUOUS(NAME, RUN, ...)                                                                  \
  extern "C" __attribute__((global)) void NAME(                                                              \
      std::uint16_t* d, const std::uint8_t* a, const float* a_scale, const std::uint8_t* b,                  \
      const float* b_scale, const std::int32_t* grouped_layout, std::int32_t m, std::int32_t n,              \
      std::int32_t k, std::int32_t groups, std::int32_t a_scale_stride, std::int32_t row_tiles,              \
      std::int32_t alignment, std::int32_t zero_padding) {                                                   \
    RUN<__VA_ARGS__>({d, a, a_scale, b, b_scale, grouped_layout, m, n, k, groups, a_scale_stride, row_tiles, \
                      alignment, zero_padding != 0});                                                        \
  }

#define LOCKSTEP_TILES(NAME, RUN, OUT)     \
  LOCKSTEP_CONTIGUOUS(NAME, RUN, OUT, 128) \
  LOCKSTEP_CONTIGUOUS(NAME##_large, RUN, OUT, 256)

LOCKSTEP_TILES(grouped_gemm_contiguous_bf16, run_ids, scalar::Bf16)
LOCKSTEP_TILES(grouped_gemm_contiguous_f16, run_ids, scalar::F16)
LOCKSTEP_TILES(grouped_gemm_contiguous_ends_bf16, run_ends, scalar::Bf16)
LOCKSTEP_TILES(grouped_gemm_contiguous_ends_f16, run_ends, scalar::F16)
