// The first product of a mixture of experts, over rows sorted by expert: gate and up projection of
// each token, silu(gate) * up, stored in MXFP4 as moe_down reads it.
//
// As moe_down, but that a workgroup's 256 columns of B are 128 of the gate and the same 128 of the up
// projection, n / 2 columns further on, and that rows of A are gathered by token. A wave has 32 of each, so
// that both factors of an element meet in one lane.
//
// Declared order: for each of the two, one scaled 16x16x128 matrix instruction per 128 of k, ascending,
// straight into f32 accumulators that start at zero; then the operations of silu.hpp; then, over 32 columns,
// the scale by the largest bf16 magnitude and one rounding of each quotient to e2m1, nearest even.
//
// What limits it: as moe_down_flat, the registers of 128 rows: 254 of 256. The gate costs some 35 operations
// per element, little at k = 7168.
#pragma once

#include "kernels/moe_down/moe_down.hpp"
#include "kernels/moe_down/silu.hpp"

namespace lockstep::device::moe {

/// Emits nothing. The compiler would otherwise carry every accumulator through the loop twice, as a vector
/// and as the four numbers that the gate takes.
template <int kRows>
__device__ void keep_whole(mxfp4::Accumulators<kRows>& sum) {
  for (auto& row : sum.acc)
    for (Arch::Accumulator& tile : row) asm volatile("" : "+v"(tile));
}

template <int kRows, Caching kWeights>
__device__ void moe_gate_up(const Arguments& p) {
  constexpr int kOutColumns = mxfp4::kColumns / 2;
  const int out_n = static_cast<std::uint32_t>(p.n) / 2;
  const int column_blocks = static_cast<std::uint32_t>(out_n) / kOutColumns;
  const int tiles = static_cast<std::uint32_t>(*p.used_rows) / kRows * column_blocks;
  const int workgroup = static_cast<int>(__builtin_amdgcn_workgroup_id_x());
  if (workgroup >= tiles) return;
  const int tile = xcd_run(workgroup, tiles, p.xcds);
  const int block = static_cast<std::uint32_t>(tile) / static_cast<std::uint32_t>(column_blocks);
  const int expert = p.block_experts[block];
  if (expert < 0) return;

  const Thread thread = this_thread();
  const Place place = {.row = std::int64_t{block} * kRows,
                       .column = std::int64_t{tile - block * column_blocks} * kOutColumns,
                       .columns = kOutColumns,
                       .n = out_n};
  const std::int32_t* ids = p.sorted_ids + place.row;
  const SortedRows<kRows> rows(ids, p.tokens, thread.lane);
  if (!rows.any()) return;

  const std::int64_t column = std::int64_t{expert} * p.n + place.column;
  const mxfp4::Operands operands = {
      .a_scale = p.a_scale + place.row / mxfp4::kRowChunk<kRows> * p.k,
      .b = p.b + column * (p.k / 2),
      .b_scale = p.b_scale + column / mxfp4::kScaleChunk * p.k,
      .k = p.k,
      .columns = out_n + kOutColumns,
      .wave_step = kOutColumns / kWaves,
      .run_step = out_n,
  };
  __shared__ Lds<kRows> lds;
  using Rows = mxfp4::GatheredRows<kRows>;
  const Rows a(p.a, p.k, ids, rows, thread);
  mxfp4::Accumulators<kRows> sum =
      mxfp4::Loop<kRows, kWeights, Rows>(operands, a, thread).run(lds.stage[0], lds.stage[1]);
  keep_whole(sum);
  const auto value = [&](int i, int j) {
    const Float4 g = sum.acc[i][j], u = sum.acc[i][2 + j];
    return Float4{gated(g.x, u.x), gated(g.y, u.y), gated(g.z, u.z), gated(g.w, u.w)};
  };
  Mxfp4Tile<kRows, 1>::store(value, lds, p.d, p.d_scale, rows, place, thread);
}

}  // namespace lockstep::device::moe

/// A first product for blocks of ROWS sorted rows; CACHING is that of the experts' weights.
#define LOCKSTEP_MOE_GATE_UP(NAME, ROWS, CACHING) \
  LOCKSTEP_MOE(NAME, (lockstep::device::moe::moe_gate_up<ROWS, lockstep::device::Caching::CACHING>))
