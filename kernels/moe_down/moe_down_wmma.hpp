// The down projection of a mixture of experts on gfx1250, in all its forms: the problems of moe_down.hpp, its
// grid and its tiles, by workgroups of 128 threads. Layouts are gfx950's; rows of A may be e4m3fn.
#pragma once

#include "kernels/moe_down/quantise_wmma.hpp"
#include "kernels/primitives/tile_order.hpp"

namespace lockstep::device::moe {

/// What a workgroup computes: a block of sorted rows, and columns of its expert.
struct Tile {
  int block, expert;  ///< -1: nothing
  int column;         ///< in tiles
};

template <int kRows>
__device__ inline Tile tile_of(const Arguments& p, int column_tiles) {
  const int tiles = static_cast<int>(static_cast<std::uint32_t>(*p.used_rows) / kRows) * column_tiles;
  const int workgroup = static_cast<int>(__builtin_amdgcn_workgroup_id_x());
  if (workgroup >= tiles) return {0, -1, 0};
  const int tile = xcd_run(workgroup, tiles, p.xcds);
  const int block =
      static_cast<int>(static_cast<std::uint32_t>(tile) / static_cast<std::uint32_t>(column_tiles));
  return {block, p.block_experts[block], tile - block * column_tiles};
}

template <Element kA, int kRows, tensor_copy::Caching kWeights, class Form>
LOCKSTEP_IN_REGISTERS __device__ void moe_down(const Arguments& p) {
  using S = expert_wmma::Shape<kA, kRows, expert_wmma::Runs::one>;
  const Tile tile = tile_of<kRows>(
      p, static_cast<int>(static_cast<std::uint32_t>(p.n + S::kTileColumns - 1) / S::kTileColumns));
  if (tile.expert < 0) return;
  const Thread thread = wave32::this_thread();
  const int first_column = tile.column * S::kTileColumns, columns_left = p.n - first_column;
  const Place place = {.row = std::int64_t{tile.block} * kRows,
                       .column = first_column,
                       .columns = columns_left < S::kTileColumns ? columns_left : S::kTileColumns,
                       .n = p.n};
  const wave32::SortedRows<kRows> rows(p.sorted_ids + place.row, p.tokens, thread.lane);
  if (!rows.any()) return;

  __shared__ std::uint8_t shared[kLdsBytes<S>];
  const auto lds = (wave32::LdsBytes)shared;
  const std::int64_t column = std::int64_t{tile.expert} * p.n + place.column;
  const expert_wmma::Operands operands = {
      .a_scale = p.a_scale + place.row / expert_wmma::kRowChunk<kRows> * p.k,
      .b = p.b + column * (p.k / 2),
      .b_scale = p.b_scale + column / expert_wmma::kScaleChunk * p.k,
      .k = p.k,
      .columns = place.columns,
  };
  using Rows = expert_wmma::ContiguousRows<S>;
  const Rows a(p.a + place.row * (std::int64_t{p.k} * bits_of(kA) / 8), p.k, thread.wave,
               wave32::address_of(lds));
  wmma::Sums<S> sums;
  const expert_wmma::Copies<S, expert_wmma::Runs::one, kWeights, Rows> copies(operands, a, thread.wave,
                                                                              wave32::address_of(lds));
  expert_wmma::run<S>(copies, p.k, lds, thread, sums);
  weigh(sums, p.weights + place.row, thread.lane);
  Form::template store<S>(sums, lds, p, rows, place, thread);
}

}  // namespace lockstep::device::moe

#define LOCKSTEP_MOE(NAME, FUNCTION) LOCKSTEP_MOE_KERNEL(LOCKSTEP_WAVE32_WORKGROUP, NAME, FUNCTION)

/// A down projection for blocks of ROWS sorted rows, and that of e4m3fn rows; CACHING is that of the experts'
/// weights.
#define LOCKSTEP_MOE_DOWN(NAME, ROWS, CACHING, FORM)    \
  LOCKSTEP_MOE_DOWN_OF(NAME, e2m1, ROWS, CACHING, FORM) \
  LOCKSTEP_MOE_DOWN_OF(NAME##_e4m3, e4m3fn, ROWS, CACHING, FORM)
#define LOCKSTEP_MOE_DOWN_OF(NAME, A, ROWS, CACHING, FORM)                                             \
  LOCKSTEP_MOE(NAME, (lockstep::device::moe::moe_down<lockstep::device::Element::A, ROWS,              \
                                                      lockstep::device::tensor_copy::Caching::CACHING, \
                                                      lockstep::device::moe::FORM>))
