// The main loop of an MXFP4 tile: kRows x 256 of sum over 32-blocks of sA * sB * (A . B), e2m1 by e2m1.
//
// Declared accumulation order: 128 of k after 128, ascending; for each 16x16 piece of the output exactly one
// scaled 16x16x128 matrix instruction per 128 of k, adding to the accumulator, which starts at zero and which
// nothing else touches. Every 32-block of the instruction gets its own two scales.
//
// A step is 256 of k, 128 bytes of a row: what the shuffled scales hold in one dword per lane. A wave owns
// all rows and a quarter of the columns: every byte of B is loaded once, straight into the registers that
// multiply it, while A is shared by the four waves through LDS. The instruction computes the transpose: a
// lane ends up with four neighbouring columns of one row.
//
// While a step multiplies, the next is on its way: A into the other LDS stage, B and the scales into
// registers. One barrier per step suffices: a wave reaches it when its own copies of the step have landed and
// its reads of the step before are over.
#pragma once

#include "kernels/primitives/sorted_rows.hpp"
#include "kernels/primitives/workgroup.hpp"

namespace lockstep::device::mxfp4 {

inline constexpr int kColumns = 256;  ///< columns of a workgroup
inline constexpr int kWaveColumns = kColumns / kWaves;
inline constexpr int kStep = 256;  ///< k of a step
inline constexpr int kStepBytes = kStep / 2;
inline constexpr int kHalves = 2;  ///< halves of a step: 128 of k, one instruction
inline constexpr int kHalfBytes = kStepBytes / kHalves;
inline constexpr int kFragment = 16;  ///< rows or columns of one matrix instruction
inline constexpr int kColumnTiles = kWaveColumns / kFragment;
inline constexpr int kScaleChunk = 32;  ///< rows or columns whose scales one dword per lane holds
inline constexpr int kScaleDword = 4;
inline constexpr int kRunTiles = kScaleChunk / kFragment;

/// Rows whose scales one dword per lane holds: in blocks of 16 only the low half of every pair of bytes
/// counts.
template <int kRows>
inline constexpr int kRowChunk = kRows < kScaleChunk ? kRows : kScaleChunk;

// What 32-bit offsets inside a tile allow: Operands::columns columns of B below 2^31 bytes.

/// A step of A, row-major, in 16-byte chunks. The DMA fills LDS in lane order, so the bank swizzle is applied
/// on the side of memory: chunk c of row r lies in slot c ^ swizzle(r) of its row. Sixteen lanes that read
/// one chunk of sixteen rows then touch all 64 banks once.
template <int kRows>
struct alignas(16) Stage {
  std::uint8_t bytes[kRows * kStepBytes];
};

inline constexpr int kChunk = 16;
inline constexpr int kChunksPerRow = kStepBytes / kChunk;
inline constexpr int kRowsPerCopy = kThreads / kChunksPerRow;  ///< by one DMA instruction in each wave: 32

__device__ constexpr int swizzle(int row) {
  return row / 2 % kChunksPerRow;
}

/// The operands of one tile, first byte each. Bases are in 64 bits.
///
/// A wave's 64 columns are two runs of 32: column c of run h of wave w is first + w * wave_step + h *
/// run_step + c.
struct Operands {
  const std::uint8_t* a_scale;  ///< the tile's first chunk of rows, k bytes per chunk
  const std::uint8_t* b;        ///< the tile's first column in the shuffled plane, k / 2 bytes each
  const std::uint8_t* b_scale;  ///< the chunk of that column, k bytes per chunk
  int k;
  int columns;  ///< columns of B that the tile may read, from its first on: those past them arrive as zeros
  int wave_step = kWaveColumns;
  int run_step = kScaleChunk;

  /// Where a wave's column tile of 16 begins, in columns from the first of the tile on.
  __device__ int column(int wave, int tile) const {
    return wave * wave_step + tile / kRunTiles * run_step + tile % kRunTiles * kFragment;
  }
};

/// acc[i][j]: row 16 i + lane % 16; columns 16 j + 4 (lane / 16) + 0..3 of the wave's columns.
template <int kRows>
struct Accumulators {
  Arch::Accumulator acc[kRows / kFragment][kColumnTiles];
};

/// How the DMA of a step of A is dealt to the threads: one chunk of every 32nd row each.
template <int kRows>
struct Copies {
  static constexpr int kCount = (kRows + kRowsPerCopy - 1) / kRowsPerCopy;
  static constexpr int kRowsPerWave = kRowsPerCopy / kWaves;

  __device__ static int row(Thread thread, int copy) {
    return thread.index / kChunksPerRow + copy * kRowsPerCopy;
  }
  /// Byte of the step that the thread takes from its rows.
  __device__ static int byte(Thread thread) {
    return (thread.index % kChunksPerRow ^ swizzle(thread.index / kChunksPerRow)) * kChunk;
  }
  /// With 16 rows, two waves have nothing to do. Said of 32 and more while compiling: no branch then.
  __device__ static bool has(int wave) { return kRows >= kRowsPerCopy || wave * kRowsPerWave < kRows; }
  __device__ static std::uint8_t* destination(Stage<kRows>& to, int wave, int copy) {
    return to.bytes + (copy * kWaves + wave) * kWaveSize * kChunk;
  }
};

/// Rows of A one behind another.
template <int kRows>
class ContiguousRows {
 public:
  /// a: first row of the tile, k / 2 bytes per row.
  __device__ ContiguousRows(const std::uint8_t* a, int k, Thread thread)
      : rows_(a, kRows * (k / 2)), wave_(thread.wave) {
    for (int copy = 0; copy < Copies<kRows>::kCount; ++copy)
      voffset_[copy] = Copies<kRows>::row(thread, copy) * (k / 2) + Copies<kRows>::byte(thread);
  }

  __device__ void copy(int step, Stage<kRows>& to) const {
    if (!Copies<kRows>::has(wave_)) return;
    for (int copy = 0; copy < Copies<kRows>::kCount; ++copy)
      rows_.copy_to_lds(Copies<kRows>::destination(to, wave_, copy), voffset_[copy], step * kStepBytes);
  }

 private:
  Buffer rows_;
  int wave_;
  std::uint32_t voffset_[Copies<kRows>::kCount];
};

/// Rows of A wherever their tokens are. A padding row reads that of the tile's first token: nothing comes of
/// it.
template <int kRows>
class GatheredRows {
 public:
  /// a: row of token 0; ids: of the tile, some of whose rows are active.
  __device__ GatheredRows(const std::uint8_t* a, int k, const std::int32_t* ids,
                          const SortedRows<kRows>& rows, Thread thread)
      : wave_(thread.wave) {
    for (int copy = 0; copy < Copies<kRows>::kCount; ++copy) {
      const std::int64_t token = rows.token_or_first(ids, Copies<kRows>::row(thread, copy));
      from_[copy] = a + token * (k / 2) + Copies<kRows>::byte(thread);
    }
  }

  __device__ void copy(int step, Stage<kRows>& to) const {
    if (!Copies<kRows>::has(wave_)) return;
    using Memory = __attribute__((address_space(1))) void*;
    using Lds = __attribute__((address_space(3))) void*;
    for (int copy = 0; copy < Copies<kRows>::kCount; ++copy)
      __builtin_amdgcn_global_load_lds((Memory) const_cast<std::uint8_t*>(from_[copy] + step * kStepBytes),
                                       (Lds)Copies<kRows>::destination(to, wave_, copy), kChunk, 0, 0);
  }

 private:
  int wave_;
  const std::uint8_t* from_[Copies<kRows>::kCount];
};

/// Rows: ContiguousRows or GatheredRows.
template <int kRows, Caching kWeights, class Rows>
class Loop {
 public:
  __device__ Loop(const Operands& operands, const Rows& rows, Thread thread)
      : k_(operands.k),
        rows_(rows),
        columns_(operands.b, operands.columns * (operands.k / 2)),
        a_scale_(operands.a_scale, kRowChunks * operands.k),
        b_scale_(operands.b_scale, operands.columns / kScaleChunk * operands.k) {
    for (int j = 0; j < kColumnTiles; ++j)
      b_voffset_[j] = operands.column(thread.wave, j) * (k_ / 2) + thread.lane * kChunk;
    for (int chunk = 0; chunk < kWaveChunks; ++chunk)
      b_scale_voffset_[chunk] =
          operands.column(thread.wave, chunk * kRunTiles) / kScaleChunk * k_ + thread.lane * kScaleDword;
    for (int chunk = 0; chunk < kRowChunks; ++chunk)
      a_scale_voffset_[chunk] = chunk * k_ + thread.lane * kScaleDword;
    const int row = thread.lane % kFragment, quarter = thread.lane / kFragment;
    for (int half = 0; half < kHalves; ++half)
      read_[half] = row * kStepBytes + ((half * kChunksPerRow / kHalves + quarter) ^ swizzle(row)) * kChunk;
  }

  __device__ Accumulators<kRows> run(Stage<kRows>& even, Stage<kRows>& odd) const {
    const int steps = static_cast<std::uint32_t>(k_) / kStep;
    Accumulators<kRows> sum = {};
    Registers even_registers, odd_registers;
    fetch(0, even, even_registers);
    int step = 0;
    for (; step + 2 < steps; step += 2) {
      workgroup::hand_over_lds();
      fetch(step + 1, odd, odd_registers);
      accumulate(even, even_registers, sum);
      workgroup::hand_over_lds();
      fetch(step + 2, even, even_registers);
      accumulate(odd, odd_registers, sum);
    }
    // One step is left, or two.
    workgroup::hand_over_lds();
    if (step + 1 < steps) fetch(step + 1, odd, odd_registers);
    accumulate(even, even_registers, sum);
    if (step + 1 < steps) {
      workgroup::hand_over_lds();
      accumulate(odd, odd_registers, sum);
    }
    return sum;
  }

 private:
  static constexpr int kRowTiles = kRows / kFragment;
  static constexpr int kRowChunks = kRows / kRowChunk<kRows>;
  static constexpr int kWaveChunks = kWaveColumns / kScaleChunk;

  /// What of a step goes to registers. Byte 2 half + (tile % 2) of a scale is that of the tile's rows or
  /// columns in that half.
  struct Registers {
    Arch::Fp4Fragment b[kColumnTiles][kHalves];
    std::uint32_t b_scale[kWaveChunks];
    std::uint32_t a_scale[kRowChunks];
  };

  /// The shuffle stores 16 columns x 128 of k as 1024 contiguous bytes, sixteen per lane.
  __device__ void fetch(int next, Stage<kRows>& stage, Registers& registers) const {
    // Said to be uniform: the compiler would otherwise load once per distinct value it finds in the lanes.
    const int step = __builtin_amdgcn_readfirstlane(next);
    rows_.copy(step, stage);
    for (int j = 0; j < kColumnTiles; ++j)
      for (int half = 0; half < kHalves; ++half)
        registers.b[j][half] = columns_.template load_16_bytes<kWeights>(
            b_voffset_[j] + half * kFragment * kHalfBytes, step * kFragment * kStepBytes);
    for (int chunk = 0; chunk < kWaveChunks; ++chunk)
      registers.b_scale[chunk] = b_scale_.load_dword(b_scale_voffset_[chunk], step * kStep);
    for (int chunk = 0; chunk < kRowChunks; ++chunk)
      registers.a_scale[chunk] = a_scale_.load_dword(a_scale_voffset_[chunk], step * kStep);
  }

  __device__ void accumulate(const Stage<kRows>& stage, const Registers& registers,
                             Accumulators<kRows>& sum) const {
    accumulate_rows<0, 0>(stage, registers, sum);
    interleave_reads_with_multiplies();
  }

  template <int kHalf, int kRowTile>
  __device__ void accumulate_rows(const Stage<kRows>& stage, const Registers& registers,
                                  Accumulators<kRows>& sum) const {
    const auto rows = *reinterpret_cast<const Arch::Fp4Fragment*>(
        stage.bytes + kRowTile * kFragment * kStepBytes + read_[kHalf]);
    accumulate_columns<kHalf, kRowTile, 0>(rows, registers, sum);
    if constexpr (kRowTile + 1 < kRowTiles) {
      accumulate_rows<kHalf, kRowTile + 1>(stage, registers, sum);
    } else if constexpr (kHalf + 1 < kHalves) {
      accumulate_rows<kHalf + 1, 0>(stage, registers, sum);
    }
  }

  template <int kHalf, int kRowTile, int kColumnTile>
  __device__ void accumulate_columns(Arch::Fp4Fragment rows, const Registers& registers,
                                     Accumulators<kRows>& sum) const {
    sum.acc[kRowTile][kColumnTile] =
        Arch::multiply_add<2 * kHalf + kColumnTile % 2, 2 * kHalf + kRowTile % 2>(
            registers.b[kColumnTile][kHalf], rows, sum.acc[kRowTile][kColumnTile],
            registers.b_scale[kColumnTile / 2], registers.a_scale[kRowTile / 2]);
    if constexpr (kColumnTile + 1 < kColumnTiles)
      accumulate_columns<kHalf, kRowTile, kColumnTile + 1>(rows, registers, sum);
  }

  /// Tells the scheduler (an instruction mask and a count per group) to read each fragment of A a few row
  /// tiles before it is multiplied.
  __device__ static void interleave_reads_with_multiplies() {
    constexpr int kMultiply = 0x008, kLdsRead = 0x100, kReads = kRowTiles * kHalves;
    constexpr int kMost = kRows < 128 ? 4 : 2;  // 128 rows leave no more registers
    constexpr int kAhead = kReads < kMost ? kReads : kMost;
    __builtin_amdgcn_sched_group_barrier(kLdsRead, kAhead, 0);
    for (int i = kAhead; i < kReads; ++i) {
      __builtin_amdgcn_sched_group_barrier(kMultiply, kColumnTiles, 0);
      __builtin_amdgcn_sched_group_barrier(kLdsRead, 1, 0);
    }
    __builtin_amdgcn_sched_group_barrier(kMultiply, kAhead * kColumnTiles, 0);
  }

  int k_;
  Rows rows_;
  Buffer columns_;
  Buffer a_scale_;
  Buffer b_scale_;
  std::uint32_t b_voffset_[kColumnTiles];
  std::uint32_t b_scale_voffset_[kWaveChunks];
  std::uint32_t a_scale_voffset_[kRowChunks];
  int read_[kHalves];
};

}  // namespace lockstep::device::mxfp4
