// The main loop of a block-scaled GEMM tile: kTileM x kTileN of sum over k blocks of sA * sB * (A . B).
//
// Declared accumulation order: k blocks ascending, into an accumulator that starts at zero and that nothing
// else touches. On gfx950, for each 16x16 piece of the output exactly one scaled 16x16x128 matrix instruction
// per k block, every 32-block of which gets the same scales: the row's byte of A, the tile's byte of B. On
// gfx942, which has no such instruction, the order of software_scales.hpp.
//
// The instruction computes the transpose: B's columns are its rows. A lane then ends up with four
// neighbouring columns of one row of D, which is what the epilogue wants to pack.
//
// While block b multiplies, block b + 1 is on its way: A into the other LDS stage, B and the scales into
// registers. One barrier per block suffices: a wave reaches it when its own copies of block b have landed and
// its reads of block b - 1 are over, so past it stage b may be read by all and the stage of b - 1 be filled
// again.
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
  const Scale* a_scale;         ///< of the first row in k block 0
  std::int64_t a_scale_stride;  ///< scales from one k block to the next
  const std::uint8_t* b;        ///< the tile's columns in the shuffled plane
  const Scale* b_scale;         ///< of the tile's column block, one per k block
  int rows;                     ///< of A that may be read, at most kTileM
  int k;
};

/// acc[i][j]: rows 16 i + lane % 16; columns 16 j + 4 (lane / 16) + 0..3 of the wave's columns.
struct TileAccumulator {
  Arch::Accumulator acc[kRowTiles][kColumnTiles];
};

class BlockScaledLoop {
 public:
  __device__ BlockScaledLoop(const BlockScaledOperands& operands, Thread thread)
      : operands_(operands),
        lane_(thread.lane),
        stager_(Buffer(operands.a, operands.rows * operands.k), operands.k, thread),
        reader_(thread),
        weights_(Buffer(operands.b, kTileN * operands.k), operands.k, thread),
        b_scale_(operands.b_scale, scale_blocks(operands.k) * sizeof(Scale)) {}

  __device__ TileAccumulator run(StagedRows& even, StagedRows& odd) const {
    const int k_blocks = scale_blocks(operands_.k);
    TileAccumulator sum = {};
    if (k_blocks == 0) return sum;
    Registers even_registers, odd_registers;
    fetch(0, even, even_registers);
    for (int k_block = 0;; k_block += 2) {
      workgroup::hand_over_lds();
      if (k_block + 1 < k_blocks) fetch(k_block + 1, odd, odd_registers);
      accumulate(even, even_registers, sum);
      if (k_block + 1 >= k_blocks) break;

      workgroup::hand_over_lds();
      if (k_block + 2 < k_blocks) fetch(k_block + 2, even, even_registers);
      accumulate(odd, odd_registers, sum);
      if (k_block + 2 >= k_blocks) break;
    }
    return sum;
  }

 private:
  /// What of a k block goes to registers.
  struct Registers {
    Arch::Fragment b[kColumnTiles];
    std::uint32_t b_scale;
    LoadedRowScales a_scale;
  };

  __device__ void fetch(int k_block, StagedRows& stage, Registers& registers) const {
    stager_.copy(k_block, stage);
    for (int j = 0; j < kColumnTiles; ++j) registers.b[j] = weights_.load(k_block, j);
    const Buffer a_scale(operands_.a_scale + k_block * operands_.a_scale_stride,
                         operands_.rows * sizeof(Scale));
    registers.a_scale = load_row_scales(a_scale, lane_);
    registers.b_scale = load_scale(b_scale_, k_block);
  }

  __device__ void accumulate(const StagedRows& stage, const Registers& registers,
                             TileAccumulator& sum) const {
    const RowScales a_scale = spread(registers.a_scale);
    accumulate_rows<0>(stage, registers, a_scale, sum);
    interleave_reads_with_multiplies();
  }

  /// Tells the scheduler (an instruction mask and a count per group) to read each fragment of A two row tiles
  /// before it is multiplied.
  __device__ static void interleave_reads_with_multiplies() {
    constexpr int kMultiply = 0x008, kLdsRead = 0x100, kReadsPerFragment = 2, kAhead = 2;
    constexpr int kMultiplies = kColumnTiles * Arch::kMultiplies;
    __builtin_amdgcn_sched_group_barrier(kLdsRead, kAhead * kReadsPerFragment, 0);
    for (int i = kAhead; i < kRowTiles; ++i) {
      __builtin_amdgcn_sched_group_barrier(kMultiply, kMultiplies, 0);
      __builtin_amdgcn_sched_group_barrier(kLdsRead, kReadsPerFragment, 0);
    }
    __builtin_amdgcn_sched_group_barrier(kMultiply, kAhead * kMultiplies, 0);
  }

  template <int kRowTile>
  __device__ void accumulate_rows(const StagedRows& stage, const Registers& registers,
                                  const RowScales& a_scale, TileAccumulator& sum) const {
    const Arch::Fragment rows = reader_.fragment(stage, kRowTile);
    for (int j = 0; j < kColumnTiles; ++j) {
      sum.acc[kRowTile][j] = multiply_add<kRowTile>(registers.b[j], rows, sum.acc[kRowTile][j],
                                                    registers.b_scale, a_scale);
    }
    if constexpr (kRowTile + 1 < kRowTiles) accumulate_rows<kRowTile + 1>(stage, registers, a_scale, sum);
  }

  BlockScaledOperands operands_;
  int lane_;
  RowStager stager_;
  RowReader reader_;
  WeightLoader weights_;
  Buffer b_scale_;
};

}  // namespace lockstep::device
