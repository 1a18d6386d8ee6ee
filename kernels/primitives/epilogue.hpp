// From accumulators to memory: round to 16 bits, turn the tile in LDS, store whole 16-byte pieces of rows.
//
// The two LDS stages of the main loop are used again, the first for rows 0..63 of the tile, the second for
// the rest, 256 bytes per row. The 16-byte chunk c of row r lies in slot c ^ (r % 16), so that sixteen rows
// written at one column, and the sixteen chunks read of one row, spread over all banks.
#pragma once

#include "kernels/primitives/block_scaled_loop.hpp"

namespace lockstep::device {

// Round to nearest even, as IEEE conversion does; overflow gives infinity.
struct Bf16 {
  __device__ static std::uint32_t pack(Float2 x) {
    using Pair = __bf16 __attribute__((ext_vector_type(2)));
    return __builtin_bit_cast(std::uint32_t, __builtin_convertvector(x, Pair));
  }
  __device__ static float unpack(std::uint32_t low_half) { return __builtin_bit_cast(float, low_half << 16); }
};
struct F16 {
  __device__ static std::uint32_t pack(Float2 x) {
    using Pair = _Float16 __attribute__((ext_vector_type(2)));
    return __builtin_bit_cast(std::uint32_t, __builtin_convertvector(x, Pair));
  }
  __device__ static float unpack(std::uint32_t low_half) {
    return static_cast<float>(__builtin_bit_cast(_Float16, static_cast<std::uint16_t>(low_half)));
  }
};

namespace epilogue {

inline constexpr int kOutBytes = 2;
static_assert(std::int64_t{kTileM} * kMaxN * kOutBytes <= kMaxRecords);

inline constexpr int kRowBytes = kTileN * kOutBytes;
inline constexpr int kChunk = 16;
inline constexpr int kChunksPerRow = kRowBytes / kChunk;
inline constexpr int kRowsPerStage = sizeof(StagedRows) / kRowBytes;
inline constexpr int kRowsPerStore = kThreads / kChunksPerRow;  ///< by one store instruction in each wave: 16

__device__ constexpr int slot(int row, int chunk) {
  return chunk ^ row % kChunksPerRow;
}

template <class Out>
__device__ void write(const TileAccumulator& sum, StagedRows& first, StagedRows& second, Thread thread) {
  const int quarter = thread.lane / kFragment;
  for (int i = 0; i < kRowTiles; ++i) {
    const int row = i * kFragment + thread.lane % kFragment;
    StagedRows& stage = row / kRowsPerStage == 0 ? first : second;
    for (int j = 0; j < kColumnTiles; ++j) {
      const int byte = (thread.wave * kWaveColumns + j * kFragment + quarter * 4) * kOutBytes;
      std::uint8_t* to = stage.bytes + row % kRowsPerStage * kRowBytes + slot(row, byte / kChunk) * kChunk;
      const Float4 x = sum.acc[i][j];
      *reinterpret_cast<Uint2*>(to + byte % kChunk) = {Out::pack(x.xy), Out::pack(x.zw)};
    }
  }
}

/// stored.is_active(row): whether the row of the tile holds a result; stored.is_stored(row): whether it is
/// written, which rows without a result are as zeros. What is not written goes to kNowhere.
template <class Rows>
__device__ void store(const StagedRows& first, const StagedRows& second, Buffer d, int row_stride_bytes,
                      Thread thread, const Rows& stored) {
  const int chunk = thread.index % kChunksPerRow;
  for (int row0 = 0; row0 < kTileM; row0 += kRowsPerStore) {
    const int row = row0 + thread.index / kChunksPerRow;
    const StagedRows& stage = row0 / kRowsPerStage == 0 ? first : second;
    const std::uint8_t* from = stage.bytes + row % kRowsPerStage * kRowBytes + slot(row, chunk) * kChunk;
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

/// d: descriptor of the tile's part of D, from its first element to the last one of its last row.
template <class Out, class Rows>
__device__ void store_tile(const TileAccumulator& sum, StagedRows& first, StagedRows& second, Buffer d, int n,
                           Thread thread, const Rows& stored) {
  workgroup::hand_over_lds();  // the last block's reads of LDS are over
  epilogue::write<Out>(sum, first, second, thread);
  workgroup::hand_over_lds();  // the tile is complete
  epilogue::store(first, second, d, n * epilogue::kOutBytes, thread, stored);
}

/// A tile of zeros.
__device__ inline void store_zeros(Buffer d, int n, Thread thread) {
  for (int row0 = 0; row0 < kTileM; row0 += epilogue::kRowsPerStore) {
    const int row = row0 + thread.index / epilogue::kChunksPerRow;
    d.store_16_bytes(Uint4{}, row * n * epilogue::kOutBytes +
                                  thread.index % epilogue::kChunksPerRow * epilogue::kChunk);
  }
}

}  // namespace lockstep::device
