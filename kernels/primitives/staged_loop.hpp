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

#include "kernels/primitives/held_accumulators.hpp"
#include "kernels/primitives/staged_operand.hpp"
#include "kernels/primitives/workgroup.hpp"

namespace lockstep::device {

template <int kTileRows_, int kTileColumns_>
struct TileShape {
  static constexpr int kTileRows = kTileRows_, kTileColumns = kTileColumns_;
  static constexpr int kWaveRows = kTileRows / 2, kWaveCols = kTileColumns / 2;
  static constexpr int kRowPieces = kWaveRows / kFragment, kColumnPieces = kWaveCols / kFragment;

  /// First of the wave's pieces.
  __device__ static int row_piece(Thread thread) { return thread.wave / 2 * kRowPieces; }
  __device__ static int column_piece(Thread thread) { return thread.wave % 2 * kColumnPieces; }

  using StageA = Stage<kTileRows>;
  using StageB = Stage<kTileColumns>;
  /// The stages of one k block. Two pairs in turn are four variables of a kernel, so that the compiler knows
  /// which of them a copy does not touch.
  struct Stages {
    StageA& a;
    StageB& b;
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

  /// a, b: at the first block, with fragments counted from the wave's first piece.
  __device__ StagedLoop(const OperandA& a, const OperandB& b) : a_(a), b_(b) {}

  /// Accumulates so many k blocks, possibly none. On entry LDS must be free to be written.
  __device__ Sum run(int blocks, const Stages& even, const Stages& odd) {
    Sum sum = {};
    if (blocks <= 0) return sum;
    hold(sum);
    fetch(even);
    for (int pairs = (blocks - 2) / 2; pairs > 0; --pairs) {  // none fetched here is the last: all are filled
      workgroup::hand_over_lds();
      copy<true>(odd);
      accumulate(even, sum);
      workgroup::hand_over_lds();
      copy<true>(even);
      accumulate(odd, sum);
    }
    if (blocks >= 2) {
      workgroup::hand_over_lds();
      fetch(odd);
      accumulate(even, sum);
      workgroup::hand_over_lds();
      if (blocks % 2 == 1) fetch(even);
      accumulate(odd, sum);
    }
    if (blocks % 2 == 1) {
      workgroup::hand_over_lds();
      accumulate(even, sum);
    }
    release(sum);
    return sum;
  }

 private:
  /// Rows of pieces, the last ones, whose accumulators are held: where all of them leave no vector register
  /// for anything else.
  static constexpr int kHeldRows = Shape::kRowPieces * Shape::kColumnPieces == 64 ? 2 : 0;
  static constexpr int kFirstHeld = Shape::kRowPieces - kHeldRows;

  __device__ static void hold(Sum& sum) {
#pragma unroll
    for (int i = kFirstHeld; i < Shape::kRowPieces; ++i)
#pragma unroll
      for (int j = 0; j < Shape::kColumnPieces; ++j) held::hold(sum.acc[i][j]);
  }

  __device__ static void release(Sum& sum) {
    if constexpr (kHeldRows > 0) held::settle();
#pragma unroll
    for (int i = kFirstHeld; i < Shape::kRowPieces; ++i)
#pragma unroll
      for (int j = 0; j < Shape::kColumnPieces; ++j) held::hold(sum.acc[i][j]);
  }

  __device__ void fetch(const Stages& to) {
    if (a_.fills() && b_.fills())
      copy<true>(to);
    else
      copy<false>(to);
  }

  template <bool kFilled>
  __device__ void copy(const Stages& to) {
    a_.template copy<kFilled>(to.a);
    b_.template copy<kFilled>(to.b);
  }

  /// A's fragments are read, and waited for, two by two.
  __device__ void accumulate(const Stages& from, Sum& sum) {
    a_.renew();
    b_.renew();
    Arch::Fragment columns[Shape::kColumnPieces], rows[Shape::kRowPieces];
#pragma unroll
    for (int j = 0; j < Shape::kColumnPieces; ++j) columns[j] = b_.fragment(from.b, j);
#pragma unroll
    for (int i = 0; i < Shape::kRowPieces; ++i) rows[i] = a_.fragment(from.a, i);
#pragma unroll
    for (int i = 0; i < Shape::kRowPieces; i += 2) held::arrive_together(rows[i], rows[i + 1]);
#pragma unroll
    for (int i = 0; i < Shape::kRowPieces; ++i)
#pragma unroll
      for (int j = 0; j < Shape::kColumnPieces; ++j) {
        if (i < kFirstHeld)
          sum.acc[i][j] = Arch::multiply_add_unscaled<kFormatB, kFormatA>(columns[j], rows[i], sum.acc[i][j]);
        else
          held::multiply_add<kFormatB, kFormatA>(columns[j], rows[i], sum.acc[i][j]);
      }
    interleave_reads_with_multiplies();
  }

  /// Tells the scheduler (an instruction mask and a count per group) to read all of B and two pieces of A
  /// ahead, and each further two pieces of A while the two before them are multiplied.
  __device__ static void interleave_reads_with_multiplies() {
    constexpr int kMultiply = 0x008, kLdsRead = 0x100;
    __builtin_amdgcn_sched_group_barrier(
        kLdsRead, Shape::kColumnPieces * OperandB::kReadsPerFragment + 2 * OperandA::kReadsPerFragment, 0);
#pragma unroll
    for (int i = 2; i < Shape::kRowPieces; i += 2) {
      __builtin_amdgcn_sched_group_barrier(kMultiply, Shape::kColumnPieces, 0);
      __builtin_amdgcn_sched_group_barrier(kLdsRead, 2 * OperandA::kReadsPerFragment, 0);
      __builtin_amdgcn_sched_group_barrier(kMultiply, Shape::kColumnPieces, 0);
    }
    __builtin_amdgcn_sched_group_barrier(kMultiply, (2 - kHeldRows) * Shape::kColumnPieces, 0);
  }

  OperandA a_;
  OperandB b_;
};

}  // namespace lockstep::device
