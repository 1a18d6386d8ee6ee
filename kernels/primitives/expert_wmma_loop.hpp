// The main loop of a tile of one expert's rows on gfx1250: kRows x 256 of sum over 32-blocks of sA * sB * (A
// . B), where B is e2m1 in the 16x16 shuffle and scales lie as layouts::MoeScales, or MoeScales16, has them:
// what gfx950 reads.
//
// Declared order: 128 of k after 128, ascending; for each piece of the output exactly one scaled matrix
// instruction per 128 of k, whose first operand is B (16x16x128, or, of 4-bit elements both, 32x16x128),
// adding to the accumulator, which starts at zero and which nothing else touches.
//
// A step is 256 of k: what the shuffled scales hold in one dword. Tensor copies fill three stages of LDS in
// turn. Of a step each wave copies a quarter of A's rows, a quarter of B's columns, and half of one operand's
// scales: three copies, as many as a wave may have under way before the next one waits to be issued; of
// gathered rows eight come by one copy. Of the result a wave has all rows and a quarter of the columns, so
// that blocks of 16 rows have work for all four.
//
// One instruction in eight to ten of the loop multiplies: one does the work of two of 16x16x128, each copy's
// descriptor is advanced in some 15 scalar instructions, and scales of 32 rows in gfx950's shuffle take four
// reads and three permutes per 128 of k.
#pragma once

#include "kernels/primitives/sorted_rows_wave32.hpp"
#include "kernels/primitives/wmma_loop.hpp"

namespace lockstep::device::expert_wmma {

inline constexpr int kColumns = 256;  ///< columns of a workgroup
inline constexpr int kStep = 256;     ///< k of a step
inline constexpr int kHalves = kStep / wmma::kDepth;
inline constexpr int kStages = 3;
inline constexpr int kScaleChunk = 32;               ///< rows or columns whose scales lie together
inline constexpr int kStepScales = kScaleChunk * 8;  ///< bytes of one chunk and step
inline constexpr int kScaleLine = 64;                ///< bytes: dwords of 16 rows, for every fourth 32 of k

/// Rows whose scales lie together: in blocks of 16 only the low half of every pair of bytes counts.
template <int kRows>
inline constexpr int kRowChunk = kRows < kScaleChunk ? kRows : kScaleChunk;

/// Where a workgroup's columns of B come from: one behind another, or, of both projections, 128 and the same
/// 128 of the other. A wave then has 32 of each.
enum class Runs : int { one = 1, two = 2 };

/// A tile, and where a stage of LDS has its operands.
template <Element kElementA, int kRowsOfTile, Runs kRuns>
struct Shape {
  static constexpr Element kA = kElementA, kB = Element::e2m1;
  static constexpr int kTileRows = kRowsOfTile, kTileColumns = kColumns;
  static constexpr int kWaveRows = kTileRows, kWaveColumns = kColumns / kWaves;
  static constexpr int kA16 = kWaveRows / wmma::kRows, kB16 = kWaveColumns / wmma::kRows;

  // Rows of A are 16 bytes apart, so that the lanes of a read meet different banks; tiles of B, 16 rows by 16
  // bytes each, do without.
  static constexpr int kStepBytesA = kStep * bits_of(kA) / 8, kStepBytesB = kStep * bits_of(kB) / 8;
  static constexpr int kStrideA = kStepBytesA + 16;
  static constexpr std::uint32_t kPadA = tensor_copy::kPadding < bits_of(kA) == 8 ? 5 : 4, 4 > ;
  static constexpr int kColumns16 = 16 * kStepBytesB;  ///< bytes of 16 columns
  static constexpr int kChunksB = 512;                 ///< from one of a lane's chunks of B to the next
  static constexpr int kScaleChunksA = kTileRows / kRowChunk<kTileRows>,
                       kScaleChunksB = kColumns / kScaleChunk;
  static constexpr int kAtB = kTileRows * kStrideA, kAtScaleA = kAtB + kColumns * kStepBytesB;
  static constexpr int kAtScaleB = kAtScaleA + kScaleChunksA * kStepScales;
  static constexpr int kStageBytes = kAtScaleB + kScaleChunksB * kStepScales;

  /// Which 32 columns of the workgroup's the wave's p-th are.
  __device__ static constexpr int pair(int wave, int p) {
    return kRuns == Runs::one ? wave * kB16 / 2 + p : p * kScaleChunksB / 2 + wave;
  }
  /// Bytes of a stage's B from the wave's first 16 columns to its c-th 16.
  static constexpr int at_columns(int c) { return (2 * (pair(0, c / 2) - pair(0, 0)) + c % 2) * kColumns16; }

  struct Scaling : wmma::ScaleRegisters<Shape> {
    __device__ Scaling(wave32::LdsBytes stage, const Thread& thread, int half);
  };
};

/// The scales of 32 rows for 128 of k, of lane l those of row l. A dword of the shuffle belongs to one row of
/// 16 and one of four 32-blocks; its bytes, from the lowest, are that of the row in the first 128 of k, of
/// the row 16 further there, and both again in the second. `line`: the first block's dwords, of which the
/// last two blocks' lie kApart bytes behind the first two's. Of a chunk of 16 rows the upper lanes repeat the
/// lower ones.
template <int kApart, bool kOf32>
__device__ inline std::uint32_t chunk_scales(wave32::LdsBytes line, int lane, int half) {
  using Lds = const __attribute__((address_space(3))) std::uint32_t*;
  const auto dword = [&](int block) {
    return *reinterpret_cast<Lds>(line + block / 2 * kApart + block % 2 * kScaleLine + lane % 16 * 4);
  };
  const std::uint32_t byte = static_cast<std::uint32_t>(2 * half + (kOf32 ? lane / 16 : 0));
  const std::uint32_t pick = byte | (byte + 4) << 8;  // that byte of both dwords
  const std::uint32_t low = __builtin_amdgcn_perm(dword(1), dword(0), pick),
                      high = __builtin_amdgcn_perm(dword(3), dword(2), pick);
  return __builtin_amdgcn_perm(high, low, 0x05040100u);
}

template <Element kElementA, int kRowsOfTile, Runs kRuns>
__device__ Shape<kElementA, kRowsOfTile, kRuns>::Scaling::Scaling(wave32::LdsBytes stage,
                                                                  const Thread& thread, int half) {
  constexpr int kHalfChunk = kStepScales / 2;
#pragma unroll
  for (int p = 0; p < (kA16 + 1) / 2; ++p)
    this->a[p] = chunk_scales<kScaleChunksA * kHalfChunk, (kA16 > 1)>(stage + kAtScaleA + p * kHalfChunk,
                                                                      thread.lane, half);
#pragma unroll
  for (int p = 0; p < kB16 / 2; ++p)
    this->b[p] = chunk_scales<kHalfChunk, true>(stage + kAtScaleB + pair(thread.wave, p) * kStepScales,
                                                thread.lane, half);
}

/// A wave's quarter of the rows of A, which lie one behind another.
template <class S>
class ContiguousRows {
 public:
  static constexpr int kCopies = 1;

  /// a: first row of the tile.
  __device__ ContiguousRows(const std::uint8_t* a, int k, int wave, std::uint32_t lds)
      : rows_(wmma::along_rows(a, S::kTileRows, wave * kShare,
                               static_cast<std::uint64_t>(k) * bits_of(S::kA) / 8, S::kStepBytesA, kShare,
                               lds + static_cast<std::uint32_t>(wave * kShare * S::kStrideA), S::kPadA)) {}

  __device__ void copy(int step, std::uint32_t stage) const { rows_.copy(step, stage); }

 private:
  static constexpr int kShare = S::kTileRows / kWaves;
  wmma::Stream rows_;
};

/// A wave's quarter of the rows of A, each wherever its token is, eight by one copy. A padding row reads that
/// of the tile's first token: nothing comes of it.
template <class S>
class GatheredRows {
  static constexpr int kShare = S::kTileRows / kWaves;
  static constexpr int kAtOnce = kShare < tensor_copy::kMostRows ? kShare : tensor_copy::kMostRows;

 public:
  static constexpr int kCopies = kShare / kAtOnce;

  /// a: row of token 0.
  __device__ GatheredRows(const std::uint8_t* a, int tokens, int k,
                          const wave32::SortedRows<S::kTileRows>& rows, const Thread& thread,
                          std::uint32_t lds)
      : tokens_(wmma::along_rows(
            a, tokens, 0, static_cast<std::uint64_t>(k) * bits_of(S::kA) / 8, S::kStepBytesA, kAtOnce,
            lds + static_cast<std::uint32_t>(thread.wave * kShare * S::kStrideA), S::kPadA)),
        token_(rows.token_or_first(thread.wave * kShare + thread.lane % kShare)) {}

  __device__ void copy(int step, std::uint32_t stage) const {
    TensorTile t = tokens_.at(step, stage);
#pragma unroll
    for (int copy = 0; copy < kCopies; ++copy) {
      tensor_copy::load_rows(t, listed(copy));
      t.lds += kAtOnce * S::kStrideA;
    }
  }

 private:
  /// The rows of one copy, listed anew for each: 32 rows would take a third of a wave's scalar registers.
  __device__ Int8 listed(int copy) const {
    Int8 rows;
#pragma unroll
    for (int row = 0; row < tensor_copy::kMostRows; ++row)
      rows[row] = __builtin_amdgcn_readlane(token_, copy * kAtOnce + row % kAtOnce);
    return rows;
  }

  wmma::Stream tokens_;
  int token_;  ///< token of row lane % kShare
};

/// B and the scales of one tile, first byte each. Bases are in 64 bits.
struct Operands {
  const std::uint8_t* a_scale;  ///< the tile's first chunk of rows, k bytes per chunk
  const std::uint8_t* b;        ///< the tile's first column in the shuffled plane, k / 2 bytes each
  const std::uint8_t* b_scale;  ///< the chunk of that column, k bytes per chunk
  int k;
  int columns;       ///< columns of each run that there are: those past them arrive as zeros
  int run_step = 0;  ///< columns from one run to the other
};

/// A wave's quarter of the columns of B.
template <class S, Runs kRuns>
__device__ wmma::Stream columns_of(const Operands& o, int wave, std::uint32_t lds) {
  constexpr int kWavesOfRun = kWaves / static_cast<int>(kRuns), kTiles = S::kWaveColumns / 16;
  const int run = wave / kWavesOfRun, first = wave % kWavesOfRun * kTiles;
  const auto k = static_cast<std::uint64_t>(o.k);
  const std::uint8_t* const b =
      o.b + static_cast<std::uint64_t>(run * static_cast<std::int64_t>(o.run_step)) * (k / 2);
  return wmma::along_rows(b, o.columns / 16, first, k * 8, S::kColumns16, kTiles,
                          lds + static_cast<std::uint32_t>(S::kAtB + wave * kTiles * S::kColumns16), 0);
}

/// Waves 0 and 1: of A's scales the first, or the last, two 32-blocks of four. Waves 2 and 3: of B's those of
/// half of the columns.
template <class S, Runs kRuns>
__device__ wmma::Stream scales_of(const Operands& o, int wave, std::uint32_t lds) {
  constexpr int kHalfChunk = kStepScales / 2, kChunks = S::kScaleChunksB / 2;
  const auto k = static_cast<std::uint64_t>(o.k);
  if (wave < 2) {
    wmma::Stream blocks = wmma::along_rows(
        o.a_scale, S::kScaleChunksA, 0, k, kStepScales, S::kScaleChunksA,
        lds + static_cast<std::uint32_t>(S::kAtScaleA + wave * S::kScaleChunksA * kHalfChunk), 0);
    blocks.tile.address += static_cast<std::uint32_t>(wave * kHalfChunk);
    blocks.tile.tile_columns = kHalfChunk;
    return blocks;
  }
  const bool second = wave == 3;
  const int run_step = kRuns == Runs::two && second ? o.run_step : 0,
            first = kRuns == Runs::one && second ? kChunks : 0;
  const std::uint8_t* const b_scale = o.b_scale + static_cast<std::uint64_t>(run_step / kScaleChunk) * k;
  return wmma::along_rows(b_scale, o.columns / kScaleChunk, first, k, kStepScales, kChunks,
                          lds + static_cast<std::uint32_t>(S::kAtScaleB + (wave - 2) * kChunks * kStepScales),
                          0);
}

/// What a wave copies of each step.
template <class S, Runs kRuns, tensor_copy::Caching kWeights, class Rows>
class Copies {
 public:
  static constexpr int kCount = Rows::kCopies + 2;

  __device__ Copies(const Operands& o, const Rows& rows, int wave, std::uint32_t lds)
      : rows_(rows),
        columns_(columns_of<S, kRuns>(o, wave, lds)),
        scales_(scales_of<S, kRuns>(o, wave, lds)) {}

  __device__ void start(int step, std::uint32_t stage) const {
    rows_.copy(step, stage);
    columns_.template copy<kWeights>(step, stage);
    scales_.copy(step, stage);
  }

 private:
  Rows rows_;
  wmma::Stream columns_, scales_;
};

template <class S>
LOCKSTEP_IN_REGISTERS __device__ void accumulate(wave32::LdsBytes stage, const Thread& thread,
                                                 wmma::Sums<S>& sums) {
  const int row = thread.lane % 16, upper = thread.lane / 16;
  const wave32::LdsBytes a = stage + row * S::kStrideA + upper * 16;
  const wave32::LdsBytes b =
      stage + S::kAtB + S::pair(thread.wave, 0) * 2 * S::kColumns16 + row * 16 + upper * 256;
#pragma unroll
  for (int half = 0; half < kHalves; ++half)
    wmma::Step<S>(a + half * (S::kStepBytesA / kHalves), b + half * (S::kColumns16 / kHalves),
                  typename S::Scaling(stage, thread, half))
        .accumulate(sums);
}

/// A stage is filled two steps before it is read: when the waves meet at the beginning of a step, its copies
/// are done, and all have read the stage that is filled next.
template <class S, class AllCopies>
LOCKSTEP_IN_REGISTERS __device__ void run(const AllCopies& copies, int k, wave32::LdsBytes lds,
                                          const Thread& thread, wmma::Sums<S>& sums) {
  const int steps = static_cast<int>(static_cast<std::uint32_t>(k) / kStep);
  copies.start(0, 0);
  if (steps > 1) copies.start(1, S::kStageBytes);
  int reading = 0, filling = 2;
  for (int step = 0; step < steps; ++step) {
    if (step + 1 < steps) {
      tensor_copy::wait_for_all_but<AllCopies::kCount>();
    } else {
      tensor_copy::wait_for_all_but<0>();
    }
    wave32::hand_over_lds();
    if (step + 2 < steps) copies.start(step + 2, static_cast<std::uint32_t>(filling * S::kStageBytes));
    accumulate<S>(lds + reading * S::kStageBytes, thread, sums);
    reading = reading + 1 == kStages ? 0 : reading + 1;
    filling = filling + 1 == kStages ? 0 : filling + 1;
  }
}

}  // namespace lockstep::device::expert_wmma
