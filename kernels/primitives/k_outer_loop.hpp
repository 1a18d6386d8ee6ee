// The main loop of a block-scaled GEMM tile whose operands both have k as the row: 128 x 128 of the sum over
// k blocks of sA * sB * (A transposed . B), with a scale for every row of A and every column of B.
//
// Declared accumulation order: k blocks ascending, into an accumulator that starts at zero and that nothing
// else touches; a block as in wave_scales.hpp.
//
// Four waves share the tile two by two. While block b multiplies, block b + 1 is on its way into the other
// stage. One barrier per block suffices: a wave reaches it when its own part of block b is in LDS and its
// reads of block b - 1 are over.
#pragma once

#include "kernels/primitives/k_outer_operand.hpp"
#include "kernels/primitives/wave_scales.hpp"
#include "kernels/primitives/workgroup.hpp"

namespace lockstep::device {

/// Scales of one operand: of the tile's first row in the first block; `count` of them exist, `stride` apart
/// are blocks.
struct KOuterScales {
  const Scale* first;
  int count;
  int stride;

  __device__ Buffer block(int k_block) const {
    return Buffer(first + std::int64_t{k_block} * stride, count * sizeof(Scale));
  }
};

struct KOuterStages {
  KOuterOperand::Staged a, b;
};

/// acc[i][j]: rows 16 i + lane % 16; columns 16 j + 4 (lane / 16) + 0..3 of the wave's 64 x 64.
struct KOuterSum {
  Arch::Accumulator acc[kPieces][kPieces];
};

/// The first row or column of the wave's part.
__device__ inline int wave_row(Thread thread) {
  return thread.wave / 2 * kPieces * kFragment;
}
__device__ inline int wave_column(Thread thread) {
  return thread.wave % 2 * kPieces * kFragment;
}

class KOuterLoop {
 public:
  __device__ KOuterLoop(const KOuterRows& a, const KOuterScales& a_scale, const KOuterRows& b,
                        const KOuterScales& b_scale, Thread thread)
      : a_(a, wave_row(thread) / kFragment, thread),
        b_(b, wave_column(thread) / kFragment, thread),
        a_scale_(a_scale),
        b_scale_(b_scale),
        thread_(thread) {}

  /// Accumulates all blocks, at least one. On entry LDS must be free to be written.
  __device__ KOuterSum run(int k_blocks, KOuterStages& even, KOuterStages& odd) {
    KOuterSum sum = {};
    Registers even_registers, odd_registers;
    load(0, even, even_registers);
    commit(even_registers, even);
    for (int k_block = 0;; k_block += 2) {
      workgroup::hand_over_lds();
      if (k_block + 1 < k_blocks) load(k_block + 1, odd, odd_registers);
      accumulate(even, even_registers, sum);
      if (k_block + 1 >= k_blocks) break;
      commit(odd_registers, odd);

      workgroup::hand_over_lds();
      if (k_block + 2 < k_blocks) load(k_block + 2, even, even_registers);
      accumulate(odd, odd_registers, sum);
      if (k_block + 2 >= k_blocks) break;
      commit(even_registers, even);
    }
    return sum;
  }

 private:
  struct Registers {
    KOuterOperand::Held a, b;
    LoadedWaveScales scales;
  };

  /// Loads a k block; they come in turn, from 0.
  __device__ void load(int k_block, KOuterStages& to, Registers& registers) {
    a_.load(to.a, registers.a);
    b_.load(to.b, registers.b);
    registers.scales = load_wave_scales(a_scale_.block(k_block), b_scale_.block(k_block), wave_row(thread_),
                                        wave_column(thread_), thread_.lane);
  }

  __device__ void commit(const Registers& registers, KOuterStages& to) const {
    a_.commit(registers.a, to.a);
    b_.commit(registers.b, to.b);
  }

  __device__ void accumulate(const KOuterStages& from, const Registers& registers, KOuterSum& sum) const {
    const WaveScales scales = spread(registers.scales);
    Arch::Fragment columns[kPieces];
    for (int j = 0; j < kPieces; ++j) columns[j] = b_.fragment(from.b, j);
    accumulate_rows<0>(from, columns, scales, sum);
  }

  template <int kRow>
  __device__ void accumulate_rows(const KOuterStages& from, const Arch::Fragment* columns,
                                  const WaveScales& scales, KOuterSum& sum) const {
    const Arch::Fragment rows = a_.fragment(from.a, kRow);
    accumulate_pieces<kRow, 0>(rows, columns, scales, sum);
    if constexpr (kRow + 1 < kPieces) accumulate_rows<kRow + 1>(from, columns, scales, sum);
  }

  template <int kRow, int kColumn>
  __device__ static void accumulate_pieces(Arch::Fragment rows, const Arch::Fragment* columns,
                                           const WaveScales& scales, KOuterSum& sum) {
    Arch::Accumulator& acc = sum.acc[kRow][kColumn];
    acc = multiply_add<kRow, kColumn>(columns[kColumn], rows, acc, scales);
    if constexpr (kColumn + 1 < kPieces) accumulate_pieces<kRow, kColumn + 1>(rows, columns, scales, sum);
  }

  KOuterOperand a_, b_;
  KOuterScales a_scale_, b_scale_;
  Thread thread_;
};

}  // namespace lockstep::device
