// The MXFP4 down projection of a mixture of experts over rows sorted by expert, in all its forms.
//
// A block of sorted rows has one expert; a workgroup of 256 threads takes one block and 256 columns, the last
// of a row maybe fewer: a multiple of 32. Grid: one workgroup per tile of the sorted capacity, columns
// fastest; those at or past used_rows leave at once, as do blocks of expert -1 and blocks without a token.
// Rows whose token is not below `tokens` are neither added nor stored.
#pragma once

#include "kernels/moe_down/epilogue.hpp"
#include "kernels/primitives/tile_order.hpp"

namespace lockstep::device::moe {

template <int kRows, Caching kWeights, class Form>
__device__ void moe_down(const Arguments& p) {
  const int column_blocks = static_cast<std::uint32_t>(p.n + mxfp4::kColumns - 1) / mxfp4::kColumns;
  const int tiles = static_cast<std::uint32_t>(*p.used_rows) / kRows * column_blocks;
  const int workgroup = static_cast<int>(__builtin_amdgcn_workgroup_id_x());
  if (workgroup >= tiles) return;
  const int tile = xcd_run(workgroup, tiles, p.xcds);
  const int block = static_cast<std::uint32_t>(tile) / static_cast<std::uint32_t>(column_blocks);
  const int expert = p.block_experts[block];
  if (expert < 0) return;

  const Thread thread = this_thread();
  const int first_column = (tile - block * column_blocks) * mxfp4::kColumns;
  const int columns_left = p.n - first_column;
  const Place place = {.row = std::int64_t{block} * kRows,
                       .column = first_column,
                       .columns = columns_left < mxfp4::kColumns ? columns_left : mxfp4::kColumns,
                       .n = p.n};
  const SortedRows<kRows> rows(p.sorted_ids + place.row, p.tokens, thread.lane);
  if (!rows.any()) return;

  const std::int64_t column = std::int64_t{expert} * p.n + place.column;
  const mxfp4::Operands operands = {
      .a_scale = p.a_scale + place.row / mxfp4::kRowChunk<kRows> * p.k,
      .b = p.b + column * (p.k / 2),
      .b_scale = p.b_scale + column / mxfp4::kScaleChunk * p.k,
      .k = p.k,
      .columns = place.columns,
  };
  __shared__ Lds<kRows> lds;
  const mxfp4::ContiguousRows<kRows> a(p.a + place.row * (p.k / 2), p.k, thread);
  mxfp4::Accumulators<kRows> sum =
      mxfp4::Loop<kRows, kWeights, mxfp4::ContiguousRows<kRows>>(operands, a, thread)
          .run(lds.stage[0], lds.stage[1]);
  weigh(sum, p.weights + place.row, thread.lane);
  Form::store(sum, lds, p.d, p.d_scale, rows, place, thread);
}

}  // namespace lockstep::device::moe

/// The kernel that calls FUNCTION, in parentheses.
#define LOCKSTEP_MOE(NAME, FUNCTION) LOCKSTEP_MOE_KERNEL(LOCKSTEP_WORKGROUP, NAME, FUNCTION)

/// A down projection for blocks of ROWS sorted rows; CACHING is that of the experts' weights.
#define LOCKSTEP_MOE_DOWN(NAME, ROWS, CACHING, FORM)                                            \
  LOCKSTEP_MOE(NAME, (lockstep::device::moe::moe_down<ROWS, lockstep::device::Caching::CACHING, \
                                                      lockstep::device::moe::FORM>))
