// The main loop of a GEMM tile whose two operands both go through LDS: kTileRows x kTileColumns of the sum
// over k blocks of A . B, unscaled.
//
// Declared accumulation order: k blocks ascending; for each 16x16 piece of the output exactly one unscaled
// 16x16x128 matrix instruction per k block, adding to the accumulator, which starts at zero and which nothing
// else touches.
//
// Four waves share the tile two by two; each multiplies half of the rows with half of the columns. The
// instruction computes the transpose: B's columns are its rows. A lane then ends up with four neighbouring
// columns of one row, which is what the epilogue wants to pack.
//
// While block b multiplies, block b + 1 is on its way into the other stage. One barrier per block suffices: a
// wave reaches it when its own copies of block b have landed and its reads of block b - 1 are over, so past
// it stage b may be read by all and the stage of b - 1 be filled again.
#pragma once

#include "kernels/primitives/staged_operand.hpp"
#include "kernels/primitives/workgroup.hpp"

namespace lockstep::device {

template <int kTileRows_, int kTileColumns_>
struct TileShape {
  static constexpr int kTileRows = kTileRows_, kTileColumns = kTileColumns_;
  static constexpr int kWaveRows = kTileRows / 2, kWaveCols = kTileColumns / 2;
  static constexpr int kRowPieces = kWaveRows / kFragment, kColumnPieces = kWaveCols / kFragment;

  struct Stages {
    Stage<kTileRows> a;
    Stage<kTileColumns> b;
  };
  /// acc[i][j]: rows 16 i + lane % 16; columns 16 j + 4 (lane / 16) + 0..3 of the wave's part.
  struct Sum {
    Arch::Accumulator acc[kRowPieces][kColumnPieces];
  };
};

/// OperandA and OperandB: classes of staged_operand.hpp. kFormatA and kFormatB: the instruction's selectors.
template <class Shape, class OperandA, class OperandB, int kFormatA, int kFormatB>
class StagedLoop {
 public:
  using Stages = typename Shape::Stages;
  using Sum = typename Shape::Sum;

  __device__ StagedLoop(const OperandA& a, const OperandB& b, Thread thread)
      : a_(a),
        b_(b),
        row_piece_(thread.wave / 2 * Shape::kRowPieces),
        column_piece_(thread.wave % 2 * Shape::kColumnPieces) {}

  /// k blocks first .. last - 1, possibly none. On entry LDS must be free to be written.
  __device__ Sum run(int first, int last, Stages& even, Stages& odd) const {
    Sum sum = {};
    if (first >= last) return sum;
    fetch(first, even);
    int k_block = first;
    for (; k_block + 1 < last; k_block += 2) {
      workgroup::hand_over_lds();
      fetch(k_block + 1, odd);
      accumulate(even, sum);
      workgroup::hand_over_lds();
      if (k_block + 2 < last) fetch(k_block + 2, even);
      accumulate(odd, sum);
    }
    if (k_block < last) {
      workgroup::hand_over_lds();
      accumulate(even, sum);
    }
    return sum;
  }

 private:
  __device__ void fetch(int k_block, Stages& to) const {
    if (a_.fills(k_block) && b_.fills(k_block))
      copy<true>(k_block, to);
    else
      copy<false>(k_block, to);
  }

  template <bool kFilled>
  __device__ void copy(int k_block, Stages& to) const {
    a_.template copy<kFilled>(k_block, to.a);
    b_.template copy<kFilled>(k_block, to.b);
  }

  __device__ void accumulate(const Stages& from, Sum& sum) const {
    Arch::Fragment columns[Shape::kColumnPieces];
#pragma unroll
    for (int j = 0; j < Shape::kColumnPieces; ++j) columns[j] = b_.fragment(from.b, column_piece_ + j);
#pragma unroll
    for (int i = 0; i < Shape::kRowPieces; ++i) {
      const Arch::Fragment rows = a_.fragment(from.a, row_piece_ + i);
#pragma unroll
      for (int j = 0; j < Shape::kColumnPieces; ++j)
        sum.acc[i][j] = Arch::multiply_add_unscaled<kFormatB, kFormatA>(columns[j], rows, sum.acc[i][j]);
    }
    interleave_reads_with_multiplies();
  }

  /// Tells the scheduler (an instruction mask and a count per group) to read all of B and two pieces of A
  /// ahead, and each further piece of A two before it is multiplied.
  __device__ static void interleave_reads_with_multiplies() {
    constexpr int kMultiply = 0x008, kLdsRead = 0x100, kAhead = 2;
    __builtin_amdgcn_sched_group_barrier(
        kLdsRead, Shape::kColumnPieces * OperandB::kReadsPerFragment + kAhead * OperandA::kReadsPerFragment,
        0);
#pragma unroll
    for (int i = kAhead; i < Shape::kRowPieces; ++i) {
      __builtin_amdgcn_sched_group_barrier(kMultiply, Shape::kColumnPieces, 0);
      __builtin_amdgcn_sched_group_barrier(kLdsRead, OperandA::kReadsPerFragment, 0);
    }
    __builtin_amdgcn_sched_group_barrier(kMultiply, kAhead * Shape::kColumnPieces, 0);
  }

  OperandA a_;
  OperandB b_;
  int row_piece_, column_piece_;  ///< first of the wave
};

}  // namespace lockstep::device
