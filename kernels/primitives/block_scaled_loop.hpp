// The main loop of a block-scaled GEMM tile: sum over k blocks of sA * sB * (A . B).
//
// Declared accumulation order: k blocks ascending, into an accumulator that starts at zero and that nothing
// else touches. On gfx950, for each 16x16 piece of the output exactly one scaled 16x16x128 matrix instruction
// per k block, every 32-block of which gets the same scales: the row's byte of A, the tile's byte of B. On
// gfx942, which has no such instruction, the order of software_scales.hpp.
//
// The instruction computes the transpose: B's columns are its rows. A lane then ends up with four
// neighbouring columns of one row of D, which is what the epilogue wants to pack.
//
// While block b multiplies, block b + 1 is on its way: A into the other LDS stage, the scales into registers,
// and B, column by column, into the registers of the column that has just been multiplied for the last time.
// One barrier per block suffices: a wave reaches it when its own copies of block b have landed and its reads
// of block b - 1 are over, so past it stage b may be read by all and the stage of b - 1 be filled again.
//
// What limits it on gfx950, in the large tile: registers, 256 of sums and 64 of each operand; of the issue
// slots 64 matrix instructions per k block take two in five, beside 16 reads of LDS, 23 loads and a dozen
// moves between the two halves of the register file. In the narrow tile, with 16 matrix instructions, it is
// those reads, of which there are as many.
#pragma once

#include "kernels/primitives/block_scales.hpp"
#include "kernels/primitives/shuffled_weights.hpp"
#include "kernels/primitives/staged_rows.hpp"
#include "kernels/primitives/workgroup.hpp"

namespace lockstep::device {

static_assert(std::int64_t{kTileM} * kMaxK <= kMaxRecords);

/// The operands of one tile, first byte each, and how far they reach. Bases and strides are in 64 bits.
struct BlockScaledOperands {
  const std::uint8_t* a;        ///< first row of the tile, k bytes per row
  const Scale* a_scale;         ///< scale of the first row in k block 0
  std::int64_t a_scale_stride;  ///< scales from one k block to the next
  const std::uint8_t* b;        ///< the wave's block of columns in the shuffled plane
  const Scale* b_scale;         ///< scales of the wave's block of columns, one per k block
  int rows;                     ///< rows of A that may be read, at most kTileM
  int columns;                  ///< columns of the block: kTileN, or 0 behind the last one
  int k;
};

/// acc[i][j]: rows 16 i + lane % 16; columns 16 j + 4 (lane / 16) + 0..3 of the wave's columns.
template <class Columns>
struct TileAccumulator {
  Arch::Accumulator acc[kRowTiles][Columns::kColumnTiles];
};

template <class Columns>
class BlockScaledLoop {
 public:
  __device__ BlockScaledLoop(const BlockScaledOperands& operands, Thread thread)
      : operands_(operands),
        lane_(thread.lane),
        stager_(Buffer(operands.a, operands.rows * operands.k), operands.k, thread),
        reader_(thread),
        weights_(Buffer(operands.b, operands.columns * operands.k), operands.k, thread),
        b_scale_(operands.b_scale, operands.columns / kTileN * scale_blocks(operands.k) * sizeof(Scale)) {}

  using Sum = TileAccumulator<Columns>;

  __device__ Sum run(StagedRows& even, StagedRows& odd) const {
    const int k_blocks = scale_blocks(operands_.k);
    Sum sum = {};
    if (k_blocks == 0) return sum;
    Registers registers;
    stager_.copy(0, even);
    for (int j = 0; j < Columns::kColumnTiles; ++j) registers.b[j] = weights_.template load<0>(0, j);
    fetch_scales(0, registers);
    int k_block = 0;
    for (; k_block + 2 < k_blocks; k_block += 2) {
      step<0>(k_block + 1, even, odd, registers, sum);
      step<1>(k_block + 1, odd, even, registers, sum);
    }
    const bool two_left = k_block + 1 < k_blocks;
    if (two_left) step<0>(k_block + 1, even, odd, registers, sum);
    workgroup::hand_over_lds();
    const RowScales a_scale = spread(registers.a_scale);
    accumulate<-1>(0, two_left ? odd : even, even, a_scale, registers.b_scale, registers, sum);
    return sum;
  }

 private:
  /// What of a k block goes to registers.
  struct Registers {
    Arch::Fragment b[Columns::kColumnTiles];
    std::uint32_t b_scale;
    LoadedRowScales a_scale;
  };

  __device__ void fetch_scales(int k_block, Registers& registers) const {
    const Buffer a_scale(operands_.a_scale + k_block * operands_.a_scale_stride,
                         operands_.rows * sizeof(Scale));
    registers.a_scale = load_row_scales(a_scale, lane_);
    registers.b_scale = load_scale(b_scale_, k_block);
  }

  /// Multiplies the k block that has been fetched while k block next + kFurther is fetched.
  template <int kFurther>
  __device__ void step(int next, const StagedRows& stage, StagedRows& next_stage, Registers& registers,
                       Sum& sum) const {
    workgroup::hand_over_lds();
    const RowScales a_scale = spread(registers.a_scale);
    const std::uint32_t b_scale = registers.b_scale;
    accumulate<kFurther>(next, stage, next_stage, a_scale, b_scale, registers, sum);
  }

  /// kFurther -1: nothing is fetched, this is the last block.
  template <int kFurther>
  __device__ void accumulate(int next, const StagedRows& stage, StagedRows& next_stage,
                             const RowScales& a_scale, std::uint32_t b_scale, Registers& registers,
                             Sum& sum) const {
    Arch::Fragment rows[kRowTiles];
    for (int i = 0; i < kRowTiles; ++i) rows[i] = reader_.fragment(stage, i);
    if constexpr (kFurther >= 0) {
      stager_.copy(next + kFurther, next_stage);
      fetch_scales(next + kFurther, registers);
    }
    for (int j = 0; j < Columns::kColumnTiles; ++j) {
      accumulate_column<0>(registers.b[j], rows, j, b_scale, a_scale, sum);
      if constexpr (kFurther >= 0) registers.b[j] = weights_.template load<kFurther>(next, j);
    }
    interleave_memory_with_multiplies();
  }

  /// Tells the scheduler (an instruction mask and a count per group) to read each fragment of A two row tiles
  /// before the first column multiplies it, and to load behind every column.
  __device__ static void interleave_memory_with_multiplies() {
    constexpr int kMultiply = 0x008, kLoad = 0x020, kLdsRead = 0x100;
    constexpr int kPerFragment = 2, kAhead = 2;
    __builtin_amdgcn_sched_group_barrier(kLdsRead, kAhead * kPerFragment, 0);
    for (int i = kAhead; i < kRowTiles; ++i) {
      __builtin_amdgcn_sched_group_barrier(kMultiply, Arch::kMultiplies, 0);
      __builtin_amdgcn_sched_group_barrier(kLdsRead, kPerFragment, 0);
    }
    __builtin_amdgcn_sched_group_barrier(kMultiply, kAhead * Arch::kMultiplies, 0);
    __builtin_amdgcn_sched_group_barrier(kLoad, staging::kCopies, 0);
    for (int j = 1; j < Columns::kColumnTiles; ++j) {
      __builtin_amdgcn_sched_group_barrier(kLoad, kPerFragment, 0);
      __builtin_amdgcn_sched_group_barrier(kMultiply, kRowTiles * Arch::kMultiplies, 0);
    }
    __builtin_amdgcn_sched_group_barrier(kLoad, kPerFragment, 0);
  }

  template <int kRowTile>
  __device__ static void accumulate_column(const Arch::Fragment& column,
                                           const Arch::Fragment (&rows)[kRowTiles], int j,
                                           std::uint32_t b_scale, const RowScales& a_scale, Sum& sum) {
    sum.acc[kRowTile][j] =
        multiply_add<kRowTile>(column, rows[kRowTile], sum.acc[kRowTile][j], b_scale, a_scale);
    if constexpr (kRowTile + 1 < kRowTiles)
      accumulate_column<kRowTile + 1>(column, rows, j, b_scale, a_scale, sum);
  }

  BlockScaledOperands operands_;
  int lane_;
  RowStager stager_;
  RowReader reader_;
  WeightLoader<Columns> weights_;
  Buffer b_scale_;
};

}  // namespace lockstep::device
