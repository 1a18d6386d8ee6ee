// tensorwise_nt for sm_90: the forward GEMM, D[r] = s * A[r] . B[group of r] transposed, k fastest in both
// operands.
//
// Tiles and the order in which 256 threads take them are tensorwise_gemm.hpp's. Each of a workgroup's two
// warpgroups takes every other part of 64 rows by 128 columns of a tile. Operands are copied byte by byte
// where their rows are no multiples of 16 bytes.
//
// Declared order: per split, one chain of wgmma m64nNk32 over its 128-blocks of k, ascending, the last filled
// up with zeros: a sum never leaves the tensor cores, which keep 13 fraction bits of it. Then, with one
// split, one product with the scales' product, one addition of D if accumulating, one rounding. With several,
// the sums go to `partials`, and tensorwise_nt_reduce adds them in ascending order and does the rest.
#include "kernels/primitives/tile_order.hpp"
#include "kernels/primitives/warpgroup.hpp"

#pragma clang fp contract(off)

namespace {

using namespace lockstep::device;
using namespace lockstep::device::warpgroup;

constexpr int kColumns = 128, kWarpgroups = 2;

struct Problem {
  std::uint16_t* d;
  const std::uint8_t *a, *b;
  const float *a_scale, *b_scale;
  const std::int64_t* group_offs;
  float* partials;    ///< [splits][rows][n]
  std::int64_t rows;  ///< of D
  int n, k, groups, workgroups, xcds, group_m, group_n, splits;
  bool f16, accumulate;
};

LOCKSTEP_DEVICE int ceil_div(int x, int by) {
  return static_cast<int>((static_cast<std::uint32_t>(x) + by - 1u) / static_cast<std::uint32_t>(by));
}
LOCKSTEP_DEVICE int least(int x, int y) {
  return x < y ? x : y;
}
LOCKSTEP_DEVICE int group_rows(const Problem& p, int group) {
  return static_cast<int>(p.group_offs[group + 1] - p.group_offs[group]);
}

/// What a warpgroup computes at a time: 64 rows of a group by 128 columns, for some of k.
struct Part {
  int group, row, column;    ///< the first, inside the group's product
  int rows, columns, split;  ///< how many there are
  int first, last;           ///< k blocks
};

/// 16 bytes of a line of `lines`, from k = `at` on; zeros past the last line, and past k.
LOCKSTEP_DEVICE Chunk chunk_of(const std::uint8_t* codes, int line, int lines, int k, int at) {
  Chunk chunk = {};
  if (line >= lines) return chunk;
  const std::uint8_t* const from = codes + line * static_cast<std::int64_t>(k) + at;
  if (k % kChunk == 0) return at < k ? *reinterpret_cast<const Chunk*>(from) : chunk;
#pragma unroll
  for (int i = 0; i < kChunk; ++i)
    if (at + i < k) chunk.words[i / 4] |= static_cast<std::uint32_t>(from[i]) << 8 * (i % 4);
  return chunk;
}

template <Element kA, Element kB>
LOCKSTEP_DEVICE Sums<kColumns> product(const Problem& p, const Part& at) {
  LOCKSTEP_SHARED Operand<kRows> all_a[kWarpgroups];
  LOCKSTEP_SHARED Operand<kColumns> all_b[kWarpgroups];
  Operand<kRows>& a = all_a[scalar::thread_index() / kThreads];
  Operand<kColumns>& b = all_b[scalar::thread_index() / kThreads];
  const std::uint8_t* const a_codes = p.a + (p.group_offs[at.group] + at.row) * p.k;
  const std::uint8_t* const b_codes = p.b + (static_cast<std::int64_t>(at.group) * p.n + at.column) * p.k;
  Sums<kColumns> sum = {};
  for (int block = at.first; block < at.last; ++block) {
    stage(a, [&](int line, int chunk) {
      return chunk_of(a_codes, line, at.rows, p.k, block * kStep + chunk * kChunk);
    });
    stage(b, [&](int line, int chunk) {
      return chunk_of(b_codes, line, at.columns, p.k, block * kStep + chunk * kChunk);
    });
    publish();
    multiply<kA, kB>(a, b, 0, kInstructions, /*accumulate=*/block > at.first, sum);
    meet();  // the next block overwrites shared memory
  }
  return sum;
}

/// What becomes of a whole sum.
LOCKSTEP_DEVICE void finish(const Problem& p, float sum, std::int64_t at) {
  float x = sum * (*p.a_scale * *p.b_scale);
  if (p.accumulate)
    x = x + (p.f16 ? static_cast<float>(__builtin_bit_cast(_Float16, p.d[at]))
                   : scalar::float_of(static_cast<std::uint32_t>(p.d[at]) << 16));
  p.d[at] = p.f16 ? scalar::F16::code(x) : scalar::Bf16::code(x);
}

template <Element kA, Element kB>
LOCKSTEP_DEVICE void compute(const Problem& p, const Part& part) {
  const std::int64_t first = (p.group_offs[part.group] + part.row) * p.n + part.column;
  for_each(product<kA, kB>(p, part), [&](int line, int column, float sum) {
    if (line >= part.rows || column >= part.columns) return;
    const std::int64_t at = first + line * static_cast<std::int64_t>(p.n) + column;
    if (p.splits == 1)
      finish(p, sum, at);
    else
      p.partials[part.split * p.rows * p.n + at] = sum;
  });
}

/// This warpgroup's parts of a tile.
template <Element kA, Element kB>
LOCKSTEP_DEVICE void compute_tile(const Problem& p, int group, TilePlace tile, int rows, int columns,
                                  int split) {
  const int blocks = ceil_div(p.k, kStep), per_split = ceil_div(blocks, p.splits),
            first = least(blocks, split * per_split);
  const int row_parts = rows / kRows, parts = row_parts * (columns / kColumns);
  for (int i = scalar::thread_index() / kThreads; i < parts; i += kWarpgroups) {
    const int at_row = tile.row * rows + i % row_parts * kRows,
              at_column = tile.column * columns + i / row_parts * kColumns;
    const int left = group_rows(p, group) - at_row, right = p.n - at_column;
    if (left <= 0 || right <= 0) continue;
    compute<kA, kB>(p, {group, at_row, at_column, least(left, kRows), least(right, kColumns), split, first,
                        least(blocks, first + per_split)});
  }
}

template <Element kA, Element kB>
LOCKSTEP_DEVICE __attribute__((noinline)) void run(const Problem& p, int rows, int columns) {
  const int column_tiles = ceil_div(p.n, columns);
  int tiles = 0;
  for (int group = 0; group < p.groups; ++group) tiles += ceil_div(group_rows(p, group), rows) * column_tiles;
  const int items = tiles * p.splits;
  for (int item = scalar::workgroup_x(); item < items; item += p.workgroups) {
    const int dealt = xcd_run(item, items, p.xcds);
    int group = 0, tile = dealt / p.splits;
    for (; tile >= ceil_div(group_rows(p, group), rows) * column_tiles; ++group)
      tile -= ceil_div(group_rows(p, group), rows) * column_tiles;
    const TilePlace place =
        in_bands(tile, ceil_div(group_rows(p, group), rows), column_tiles, p.group_m, p.group_n);
    compute_tile<kA, kB>(p, group, place, rows, columns, dealt % p.splits);
  }
}

/// One element of D per thread.
LOCKSTEP_DEVICE void reduce(const Problem& p) {
  const std::int64_t at =
      static_cast<std::int64_t>(scalar::workgroup_x()) * scalar::kThreads + scalar::thread_index();
  if (at >= p.group_offs[p.groups] * p.n) return;
  float sum = p.partials[at];
  for (int split = 1; split < p.splits; ++split) sum = sum + p.partials[split * p.rows * p.n + at];
  finish(p, sum, at);
}

}  // namespace

#define LOCKSTEP_TENSORWISE(NAME, ...)                                                                    \
  extern "C" __attribute__((global)) void NAME(                                                           \
      std::uint16_t* d, const std::uint8_t* a, const std::uint8_t* b, const float* a_scale,               \
      const float* b_scale, const std::int64_t* group_offs, float* partials, std::int64_t rows,           \
      [[maybe_unused]] std::int32_t m, std::int32_t n, std::int32_t k, std::int32_t groups,               \
      std::int32_t workgroups, std::int32_t xcds, std::int32_t group_m, std::int32_t group_n,             \
      [[maybe_unused]] std::int32_t band, std::int32_t splits, std::int32_t f16, std::int32_t accumulate, \
      [[maybe_unused]] std::int32_t wide) {                                                               \
    const Problem p = {                                                                                   \
        d, a,      b,          a_scale, b_scale, group_offs, partials, rows,     n,                       \
        k, groups, workgroups, xcds,    group_m, group_n,    splits,   f16 != 0, accumulate != 0};        \
    __VA_ARGS__;                                                                                          \
  }
#define LOCKSTEP_FORMATS(A, B)                                                                 \
  LOCKSTEP_TENSORWISE(tensorwise_nt_large_##A##_##B, run<Element::A, Element::B>(p, 256, 256)) \
  LOCKSTEP_TENSORWISE(tensorwise_nt_small_##A##_##B, run<Element::A, Element::B>(p, 128, 256)) \
  LOCKSTEP_TENSORWISE(tensorwise_nt_any_##A##_##B, run<Element::A, Element::B>(p, 128, 128))

LOCKSTEP_FORMATS(e4m3, e4m3)
LOCKSTEP_FORMATS(e4m3, e5m2)
LOCKSTEP_FORMATS(e5m2, e4m3)
LOCKSTEP_FORMATS(e5m2, e5m2)
LOCKSTEP_TENSORWISE(tensorwise_nt_reduce, reduce(p))
