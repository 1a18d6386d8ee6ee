// From accumulators to memory: round to 16 bits, turn the tile in LDS, store whole 16-byte pieces of rows.
//
// The two LDS stages of the main loop are used again: together they have room for 128 rows of a block of 128
// columns, 256 bytes per row. Where a tile has several blocks each gets its part of the room, and as many
// rows as fit there are turned at once, by the waves that own the block; a wave that owns one needs no other
// wave for it. The 16-byte chunk c of row r lies in slot c ^ (r % 16), so that sixteen rows written at one
// column, and the sixteen chunks read of one row, spread over all banks.
#pragma once

#include "kernels/primitives/block_scaled_loop.hpp"
#include "kernels/primitives/halves.hpp"

namespace lockstep::device {

namespace epilogue {

inline constexpr int kOutBytes = 2;
static_assert(std::int64_t{kTileM} * kMaxN * kOutBytes <= kMaxRecords);

inline constexpr int kRowBytes = kTileN * kOutBytes;
inline constexpr int kChunk = 16;
inline constexpr int kChunksPerRow = kRowBytes / kChunk;
inline constexpr int kRowsPerStage = sizeof(StagedRows) / kRowBytes;

__device__ constexpr int slot(int row, int chunk) {
  return chunk ^ row % kChunksPerRow;
}

/// The waves of one block, and the rows that they turn at once.
template <class Columns>
struct Turn {
  static constexpr int kRows = kTileM / Columns::kBlocks, kRounds = kTileM / kRows;
  static constexpr int kBlockThreads = kThreads / Columns::kBlocks;
  static constexpr int kRowsPerStore = kBlockThreads / kChunksPerRow;  ///< by one store instruction

  StagedRows &first, &second;
  Thread thread;

  /// Where LDS has the row of the tile.
  __device__ std::uint8_t* place(int row) const {
    const int at = thread.wave / Columns::kWavesPerBlock * kRows + row % kRows;
    StagedRows& stage = at / kRowsPerStage == 0 ? first : second;
    return stage.bytes + at % kRowsPerStage * kRowBytes;
  }
  __device__ int stored_row(int round, int step) const {
    return round * kRows + step * kRowsPerStore + thread.index % kBlockThreads / kChunksPerRow;
  }
  __device__ int stored_chunk() const { return thread.index % kChunksPerRow; }

  /// A barrier past which the waves of a block see each other's writes, or may write what they read.
  __device__ static void hand_over() {
    if constexpr (Columns::kWavesPerBlock > 1)
      workgroup::hand_over_lds();
    else
      workgroup::compiler_fence();
  }
};

template <class Out, class Columns>
__device__ void write(const TileAccumulator<Columns>& sum, int round, const Turn<Columns>& turn) {
  const Thread thread = turn.thread;
  const int quarter = thread.lane / kFragment;
  const int first_column = thread.wave % Columns::kWavesPerBlock * Columns::kWaveColumns;
  constexpr int kTiles = Turn<Columns>::kRows / kFragment;
#pragma unroll
  for (int i = round * kTiles; i < (round + 1) * kTiles; ++i) {
    const int row = i * kFragment + thread.lane % kFragment;
#pragma unroll
    for (int j = 0; j < Columns::kColumnTiles; ++j) {
      const int byte = (first_column + j * kFragment + quarter * 4) * kOutBytes;
      std::uint8_t* to = turn.place(row) + slot(row, byte / kChunk) * kChunk;
      const Float4 x = sum.acc[i][j];
      *reinterpret_cast<Uint2*>(to + byte % kChunk) = {Out::pack(x.xy), Out::pack(x.zw)};
    }
  }
}

/// stored.is_active(row): whether the row of the tile holds a result; stored.is_stored(row): whether it is
/// written, which rows without a result are as zeros. What is not written goes to kNowhere.
template <class Columns, class Rows>
__device__ void store(int round, const Turn<Columns>& turn, Buffer d, int row_stride_bytes,
                      const Rows& stored) {
  const int chunk = turn.stored_chunk();
#pragma unroll
  for (int step = 0; step < Turn<Columns>::kRows / Turn<Columns>::kRowsPerStore; ++step) {
    const int row = turn.stored_row(round, step);
    const std::uint8_t* from = turn.place(row) + slot(row, chunk) * kChunk;
    const std::uint32_t voffset = stored.is_stored(row) ? row * row_stride_bytes + chunk * kChunk : kNowhere;
    const Uint4 result = *reinterpret_cast<const Uint4*>(from);
    d.store_16_bytes(stored.is_active(row) ? result : Uint4{}, voffset);
  }
}

}  // namespace epilogue

/// Every row that the descriptor covers.
struct AllRows {
  __device__ bool is_active(int) const { return true; }
  __device__ bool is_stored(int) const { return true; }
};

/// Descriptor of a block's part of D: from its first element to the last one of its last row.
__device__ inline Buffer part_of_output(const std::uint16_t* first, int rows, int columns, int n) {
  return Buffer(first, columns == 0 ? 0 : ((rows - 1) * n + columns) * epilogue::kOutBytes);
}

/// d: descriptor of the wave's block of D.
template <class Out, class Columns, class Rows>
__device__ void store_tile(const TileAccumulator<Columns>& sum, StagedRows& first, StagedRows& second,
                           Buffer d, int n, Thread thread, const Rows& stored) {
  using Turn = epilogue::Turn<Columns>;
  const Turn turn = {first, second, anew(thread)};
  workgroup::hand_over_lds();  // the last block's reads of LDS are over
#pragma unroll
  for (int round = 0; round < Turn::kRounds; ++round) {
    if (round > 0) Turn::hand_over();
    epilogue::write<Out>(sum, round, turn);
    Turn::hand_over();
    epilogue::store(round, turn, d, n * epilogue::kOutBytes, stored);
  }
}

/// A tile of zeros.
template <class Columns>
__device__ void store_zeros(Buffer d, int n, Thread thread) {
  using Turn = epilogue::Turn<Columns>;
  for (int first = 0; first < kTileM; first += Turn::kRowsPerStore) {
    const int row = first + thread.index % Turn::kBlockThreads / epilogue::kChunksPerRow;
    d.store_16_bytes(
        Uint4{}, row * n * epilogue::kOutBytes + thread.index % epilogue::kChunksPerRow * epilogue::kChunk);
  }
}

}  // namespace lockstep::device
