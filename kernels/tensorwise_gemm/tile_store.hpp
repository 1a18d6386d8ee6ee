// From accumulators to memory: scale, add what was there, round to 16 bits, turn the tile in LDS, store whole
// 16-byte pieces of rows; or, for one part of a split k, the accumulators as they are.
#pragma once

#include "kernels/primitives/epilogue.hpp"
#include "kernels/primitives/staged_loop.hpp"

namespace lockstep::device::tensorwise {

#pragma clang fp contract(off)

/// Where a tile goes, in elements: its first one, how much of it exists, and the row stride.
struct TilePlaceInMemory {
  std::int64_t first;
  int rows, columns;
  int stride;

  /// What a descriptor that starts at `first` covers, in bytes; `bytes`: those of an element.
  __device__ std::uint32_t records(int bytes) const {
    return (static_cast<std::uint32_t>(rows - 1) * stride + columns) * bytes;
  }
};

/// kWhole: strides are multiples of 8 elements, so that 16-byte pieces of rows are aligned.
template <class Shape, bool kWhole>
class TileStore {
 public:
  using Stages = typename Shape::Stages;
  using Sum = typename Shape::Sum;

  __device__ TileStore(const TilePlaceInMemory& place, Thread thread)
      : place_(place),
        thread_(thread),
        row_(thread.wave / 2 * Shape::kWaveRows + thread.lane % kFragment),
        column_(thread.wave % 2 * Shape::kWaveCols + thread.lane / kFragment * 4) {}

  /// The accumulators, to float32 of the same shape.
  __device__ void store_partial(const Sum& sum, float* partial) const {
    const Buffer to(partial + place_.first, place_.records(4));
#pragma unroll
    for (int i = 0; i < Shape::kRowPieces; ++i)
#pragma unroll
      for (int j = 0; j < Shape::kColumnPieces; ++j) {
        const Uint4 bits = __builtin_bit_cast(Uint4, sum.acc[i][j]);
        if constexpr (kWhole) {
          to.store_16_bytes(bits, offset(i, j, 0, 4));
        } else {
          for (int e = 0; e < 4; ++e) to.store_dword(bits[e], offset(i, j, e, 4));
        }
      }
  }

  /// Scales, adds what d holds if kAccumulate, rounds and stores. LDS is free again behind the next barrier
  /// only.
  template <class Out, bool kAccumulate>
  __device__ void store(const Sum& sum, float scale, std::uint16_t* d, const Stages& even,
                        const Stages& odd) const {
    const Buffer to(d + place_.first, place_.records(2));
    workgroup::hand_over_lds();  // the last block's reads of LDS are over
#pragma unroll
    for (int i = 0; i < Shape::kRowPieces; ++i)
#pragma unroll
      for (int j = 0; j < Shape::kColumnPieces; ++j) {
        Float4 x = sum.acc[i][j] * scale;
        if constexpr (kAccumulate) x = x + load<Out>(to, i, j);
        const int row = row_ + i * kFragment, column = column_ + j * kFragment;
        *reinterpret_cast<Uint2*>(at(row, column, even, odd)) = {Out::pack(x.xy), Out::pack(x.zw)};
      }
    workgroup::hand_over_lds();  // the tile is complete
    if constexpr (kWhole)
      store_pieces(to, even, odd);
    else
      store_elements(to, even, odd);
  }

 private:
  static constexpr int kRowBytes = Shape::kTileColumns * 2;
  static constexpr int kChunksPerRow = kRowBytes / epilogue::kChunk;
  static constexpr int kRowsPerStage = sizeof(typename Shape::StageB) / kRowBytes;
  static_assert(Shape::kTileRows <= 2 * kRowsPerStage ||
                sizeof(typename Shape::StageA) == sizeof(typename Shape::StageB));
  static_assert(Shape::kTileRows <= 4 * kRowsPerStage);

  /// The lane's four elements of piece (i, j) as they are in memory; zeros outside the tile.
  template <class Out>
  __device__ Float4 load(Buffer from, int i, int j) const {
    Uint4 code;
    if constexpr (kWhole) {
      const Uint2 two = from.load_8_bytes(offset(i, j, 0, 2));
      code = {two.x & 0xffffu, two.x >> 16, two.y & 0xffffu, two.y >> 16};
    } else {
      for (int e = 0; e < 4; ++e) code[e] = from.load_short(offset(i, j, e, 2));
    }
    return {Out::unpack(code.x), Out::unpack(code.y), Out::unpack(code.z), Out::unpack(code.w)};
  }

  /// Byte offset of element e of the lane's four in piece (i, j); outside the tile: nowhere.
  __device__ std::uint32_t offset(int i, int j, int e, int bytes) const {
    const int row = row_ + i * kFragment, column = column_ + j * kFragment + e;
    return row < place_.rows && column < place_.columns ? (row * place_.stride + column) * bytes : kNowhere;
  }

  /// The element's place in LDS: so many rows in each of B's stages, then in A's. Chunk c of row r lies in
  /// slot c ^ r % 16, so that neither writes nor reads crowd a bank.
  __device__ static std::uint8_t* at(int row, int column, const Stages& even, const Stages& odd) {
    const bool in_a = row >= 2 * kRowsPerStage, in_odd = row / kRowsPerStage % 2 == 1;
    std::uint8_t* const a = in_odd ? odd.a.bytes : even.a.bytes;
    std::uint8_t* const b = in_odd ? odd.b.bytes : even.b.bytes;
    const int chunk = column * 2 / epilogue::kChunk ^ row % 16;
    return (in_a ? a : b) + row % kRowsPerStage * kRowBytes + chunk * epilogue::kChunk +
           column * 2 % epilogue::kChunk;
  }

  __device__ void store_pieces(Buffer to, const Stages& even, const Stages& odd) const {
    const int column = thread_.index % kChunksPerRow * 8;
    for (int row = thread_.index / kChunksPerRow; row < Shape::kTileRows; row += kThreads / kChunksPerRow) {
      const Uint4 piece = *reinterpret_cast<const Uint4*>(at(row, column, even, odd));
      const bool inside = row < place_.rows && column < place_.columns;
      to.store_16_bytes(piece, inside ? (row * place_.stride + column) * 2 : kNowhere);
    }
  }

  __device__ void store_elements(Buffer to, const Stages& even, const Stages& odd) const {
    const int column = thread_.index % Shape::kTileColumns;
    for (int row = thread_.index / Shape::kTileColumns; row < Shape::kTileRows;
         row += kThreads / Shape::kTileColumns) {
      const std::uint16_t element = *reinterpret_cast<const std::uint16_t*>(at(row, column, even, odd));
      const bool inside = row < place_.rows && column < place_.columns;
      to.store_2_bytes(element, inside ? (row * place_.stride + column) * 2 : kNowhere);
    }
  }

  TilePlaceInMemory place_;
  Thread thread_;
  int row_, column_;  ///< place of the lane's first four elements, inside the tile
};

}  // namespace lockstep::device::tensorwise
