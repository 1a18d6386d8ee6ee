// From the accumulators of an MXFP4 tile to memory, in three forms: added to the tokens' rows, stored row by
// row, or quantised to MXFP4.
//
// All turn the tile in LDS, so that a wave touches memory in whole rows. The 16-byte chunk c of row r lies in
// slot c ^ (r % 16), so that sixteen rows written at one column spread over all banks.
#pragma once

#include "kernels/primitives/epilogue.hpp"
#include "kernels/primitives/mxfp4_loop.hpp"
#include "kernels/primitives/sorted_rows.hpp"

namespace lockstep::device::moe {

inline constexpr int kOutBytes = 2;
inline constexpr int kRowBytes = mxfp4::kColumns * kOutBytes;
inline constexpr int kChunk = 16;
inline constexpr int kChunksPerRow = kRowBytes / kChunk;

// What 32-bit offsets inside a tile of 128 rows allow.
inline constexpr int kMaxN = (1 << 23) - mxfp4::kColumns;

/// The two stages of the main loop, and the tile on its way out.
template <int kRows>
union alignas(16) Lds {
  mxfp4::Stage<kRows> stage[2];
  std::uint8_t out[kRows * kRowBytes];
};

/// Where the tile stands.
struct Place {
  std::int64_t row;     ///< first sorted row
  std::int64_t column;  ///< first of 256
  int n;
};

__device__ constexpr int slot(int row, int chunk) {
  return chunk ^ row % 16;
}

/// Byte of the turned tile.
__device__ constexpr int turned(int row, int byte, int row_bytes) {
  return row * row_bytes + slot(row, byte / kChunk) * kChunk + byte % kChunk;
}

/// Each row times its weight, as binary32. Padding rows get whatever comes of it.
template <int kRows>
__device__ void weigh(mxfp4::Accumulators<kRows>& sum, const float* weights, int lane) {
  const Buffer rows(weights, kRows * 4);
  for (int i = 0; i < kRows / mxfp4::kFragment; ++i) {
    const float weight = __builtin_bit_cast(
        float, rows.load_dword((i * mxfp4::kFragment + lane % mxfp4::kFragment) * 4));
    for (int j = 0; j < mxfp4::kColumnTiles; ++j) sum.acc[i][j] *= weight;
  }
}

/// The tile in bf16, in LDS, complete.
template <int kRows>
__device__ void turn(const mxfp4::Accumulators<kRows>& sum, Lds<kRows>& lds, Thread thread) {
  workgroup::hand_over_lds();  // the last step's reads of LDS are over
  const int quarter = thread.lane / mxfp4::kFragment;
  for (int i = 0; i < kRows / mxfp4::kFragment; ++i) {
    const int row = i * mxfp4::kFragment + thread.lane % mxfp4::kFragment;
    for (int j = 0; j < mxfp4::kColumnTiles; ++j) {
      const int column = thread.wave * mxfp4::kWaveColumns + j * mxfp4::kFragment + quarter * 4;
      const Float4 x = sum.acc[i][j];
      *reinterpret_cast<Uint2*>(lds.out + turned(row, column * kOutBytes, kRowBytes)) = {Bf16::pack(x.xy),
                                                                                         Bf16::pack(x.zw)};
    }
  }
  workgroup::hand_over_lds();  // the tile is complete
}

/// D[token] += row, for each active row of the tile: a wave takes every fourth row and adds two columns per
/// lane at a time, at the coherent level of the device.
struct Added {
  template <int kRows>
  __device__ static void store(const mxfp4::Accumulators<kRows>& sum, Lds<kRows>& lds, void* d, void*,
                               const SortedRows<kRows>& rows, Place place, Thread thread) {
    turn(sum, lds, thread);
    using Pair = __bf16 __attribute__((ext_vector_type(2)));
    using Memory = __attribute__((address_space(1))) Pair*;
    constexpr int kPass = kWaveSize * sizeof(Pair);
    for (int i = 0; i < kRows / kWaves; ++i) {
      const int row = i * kWaves + thread.wave;
      if (!rows.is_active(row)) continue;
      auto* to = static_cast<std::uint8_t*>(d) + (rows.token(row) * place.n + place.column) * kOutBytes;
      for (int pass = 0; pass < kRowBytes; pass += kPass) {
        const int byte = pass + thread.lane * static_cast<int>(sizeof(Pair));
        const auto pair = *reinterpret_cast<const Pair*>(lds.out + turned(row, byte, kRowBytes));
        __builtin_amdgcn_global_atomic_fadd_v2bf16((Memory)(to + byte), pair);
      }
    }
  }
};

/// D[row] = row, 16 bytes per lane; padding rows stay as they are.
struct Flat {
  template <int kRows>
  __device__ static void store(const mxfp4::Accumulators<kRows>& sum, Lds<kRows>& lds, void* d, void*,
                               const SortedRows<kRows>& rows, Place place, Thread thread) {
    turn(sum, lds, thread);
    const Buffer out(static_cast<std::uint8_t*>(d) + (place.row * place.n + place.column) * kOutBytes,
                     ((kRows - 1) * place.n + mxfp4::kColumns) * kOutBytes);
    constexpr int kRowsPerPass = kThreads / kChunksPerRow;
    const int chunk = thread.index % kChunksPerRow;
    for (int first = 0; first < kRows; first += kRowsPerPass) {
      const int row = first + thread.index / kChunksPerRow;
      const std::uint32_t voffset =
          rows.is_active(row) ? row * place.n * kOutBytes + chunk * kChunk : kNowhere;
      out.store_16_bytes(*reinterpret_cast<const Uint4*>(lds.out + turned(row, chunk * kChunk, kRowBytes)),
                         voffset);
    }
  }
};

}  // namespace lockstep::device::moe
