// grouped_gemm_masked for sm_90: every group has room for m rows, of which the first masked_m[group] take
// part.
//
// Grid (columns, row_tiles, groups), 128 threads; `columns` covers n by tiles of 128 or, large, 256. A
// workgroup takes the tiles of 128 rows y, y + row_tiles, ... of its group, as many as lie below masked_m.
// Rows at or past masked_m are neither read nor written. The declared order is block_scaled_warpgroup.hpp's.
#include "kernels/grouped_gemm/block_scaled_warpgroup.hpp"

#pragma clang fp contract(off)

namespace {

using namespace lockstep::device;
using namespace lockstep::device::block_scaled;

struct Masked {
  std::uint16_t* d;
  const std::uint8_t* a;
  const float* a_scale;
  const std::uint8_t* b;
  const float* b_scale;
  const std::int32_t* masked_m;
  int m, n, k, a_scale_stride, row_tiles;
};

/// 64 rows from `first` on, 128 columns from `column` on.
template <class Out>
LOCKSTEP_DEVICE void compute(const Masked& p, std::int64_t group, int first, int column) {
  const int end = p.masked_m[group];
  const std::int64_t row = group * p.m + first, blocks = p.k / kStep,
                     column_block = group * (p.n / kColumns) + column / kColumns;
  const Sums<kColumns> sums = product({p.a + row * p.k, p.a_scale + group * blocks * p.a_scale_stride + first,
                                       p.b + column_block * kColumns * p.k, p.b_scale + column_block * blocks,
                                       end - first, p.k, p.a_scale_stride});
  std::uint16_t* const d = p.d + row * p.n + column;
  for_each(sums, [&](int line, int at, float sum) {
    if (first + line < end) d[line * static_cast<std::int64_t>(p.n) + at] = Out::code(sum);
  });
}

template <class Out, int kTileColumns>
LOCKSTEP_DEVICE void run(const Masked& p) {
  const int group = scalar::workgroup_z(), end = p.masked_m[group];
  for (int tile = scalar::workgroup_y() * kTileRows; tile < end; tile += p.row_tiles * kTileRows)
    for (int first = tile; first < end && first < tile + kTileRows; first += kRows)
      for (int column = scalar::workgroup_x() * kTileColumns, i = 0; i < kTileColumns && column + i < p.n;
           i += kColumns)
        compute<Out>(p, group, first, column + i);
}

}  // namespace

#define LOCKSTEP_MASKED(NAME, ...)                                                                        \
  extern "C" __attribute__((global)) void NAME(                                                           \
      std::uint16_t* d, const std::uint8_t* a, const float* a_scale, const std::uint8_t* b,               \
      const float* b_scale, const std::int32_t* masked_m, std::int32_t m, std::int32_t n, std::int32_t k, \
      [[maybe_unused]] std::int32_t groups, std::int32_t a_scale_stride, std::int32_t row_tiles) {        \
    run<__VA_ARGS__>({d, a, a_scale, b, b_scale, masked_m, m, n, k, a_scale_stride, row_tiles});          \
  }

LOCKSTEP_MASKED(grouped_gemm_masked_bf16, scalar::Bf16, 128)
LOCKSTEP_MASKED(grouped_gemm_masked_bf16_large, scalar::Bf16, 256)
LOCKSTEP_MASKED(grouped_gemm_masked_f16, scalar::F16, 128)
LOCKSTEP_MASKED(grouped_gemm_masked_f16_large, scalar::F16, 256)
