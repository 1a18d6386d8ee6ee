// The first product of a mixture of experts on gfx1250: that of moe_gate_up.hpp, by workgroups of 128
// threads.
//
// A workgroup's 256 columns of B are 128 of the gate and the same 128 of the up projection, n / 2 columns
// further on, and rows of A are gathered by token. A wave has 32 of each, so that both factors of an element
// meet in one lane.
//
// Declared order: as moe_gate_up.hpp has it, by the instructions of expert_wmma_loop.hpp; D has A's format.
//
// What limits it: at few rows memory; at 128 LDS, as of moe_down_flat, and 32 lane reads a step for the row
// numbers.
#pragma once

#include "kernels/moe_down/moe_down_wmma.hpp"
#include "kernels/moe_down/silu.hpp"

namespace lockstep::device::moe {

__device__ inline Float8 gated(Float8 g, Float8 u) {
  Float8 h;
#pragma unroll
  for (int i = 0; i < 8; ++i) h[i] = gated(static_cast<float>(g[i]), static_cast<float>(u[i]));
  return h;
}

template <Element kA, int kRows, tensor_copy::Caching kWeights>
LOCKSTEP_IN_REGISTERS __device__ void moe_gate_up(const Arguments& p) {
  constexpr expert_wmma::Runs kRuns = expert_wmma::Runs::two;
  using S = expert_wmma::Shape<kA, kRows, kRuns>;
  constexpr int kOutColumns = S::kTileColumns / 2;
  const int out_n = static_cast<int>(static_cast<std::uint32_t>(p.n) / 2);
  const Tile tile = tile_of<kRows>(p, static_cast<int>(static_cast<std::uint32_t>(out_n) / kOutColumns));
  if (tile.expert < 0) return;
  const Thread thread = wave32::this_thread();
  const Place place = {.row = std::int64_t{tile.block} * kRows,
                       .column = std::int64_t{tile.column} * kOutColumns,
                       .columns = kOutColumns,
                       .n = out_n};
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
      .columns = kOutColumns,
      .run_step = out_n,
  };
  using Rows = expert_wmma::GatheredRows<S>;
  const Rows a(p.a, p.tokens, p.k, rows, thread, wave32::address_of(lds));
  wmma::Sums<S> sums;
  const expert_wmma::Copies<S, kRuns, kWeights, Rows> copies(operands, a, thread.wave,
                                                             wave32::address_of(lds));
  expert_wmma::run<S>(copies, p.k, lds, thread, sums);
  const auto block = [&]<int kR, int kB>() LOCKSTEP_IN_REGISTERS {
    return Block{gated(sums.template at<0, kR>(), sums.template at<2, kR>()),
                 gated(sums.template at<1, kR>(), sums.template at<3, kR>())};
  };
  MxTile<S, 1>::store(block, lds, p, rows, place, thread);
}

}  // namespace lockstep::device::moe

/// A first product for blocks of ROWS sorted rows, and that of e4m3fn rows; CACHING is that of the experts'
/// weights.
#define LOCKSTEP_MOE_GATE_UP(NAME, ROWS, CACHING)    \
  LOCKSTEP_MOE_GATE_UP_OF(NAME, e2m1, ROWS, CACHING) \
  LOCKSTEP_MOE_GATE_UP_OF(NAME##_e4m3, e4m3fn, ROWS, CACHING)
#define LOCKSTEP_MOE_GATE_UP_OF(NAME, A, ROWS, CACHING)                                      \
  LOCKSTEP_MOE(NAME, (lockstep::device::moe::moe_gate_up<lockstep::device::Element::A, ROWS, \
                                                         lockstep::device::tensor_copy::Caching::CACHING>))
