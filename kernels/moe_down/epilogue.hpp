// From the accumulators of an MXFP4 tile to memory, in three forms: added to the tokens' rows, stored row by
// row, or quantised to MXFP4.
//
// All turn the tile in LDS, so that a wave touches memory in whole rows. The 16-byte chunk c of row r lies in
// slot c ^ (r % 16), so that sixteen rows written at one column spread over all banks.
#pragma once

#include "kernels/moe_down/arguments.hpp"
#include "kernels/primitives/epilogue.hpp"
#include "kernels/primitives/mxfp4_loop.hpp"
#include "kernels/primitives/select.hpp"
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
    const float weight =
        __builtin_bit_cast(float, rows.load_dword((i * mxfp4::kFragment + lane % mxfp4::kFragment) * 4));
    for (int j = 0; j < mxfp4::kColumnTiles; ++j) sum.acc[i][j] *= weight;
  }
}

/// The tile in bf16, in LDS, complete.
template <int kRows>
__device__ void turn(const mxfp4::Accumulators<kRows>& sum, Lds<kRows>& lds, Thread thread) {
  workgroup::hand_over_lds();  // no wave reads LDS any more
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
        if (byte >= place.columns * kOutBytes) break;
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
                     ((kRows - 1) * place.n + place.columns) * kOutBytes);
    constexpr int kRowsPerPass = kThreads / kChunksPerRow;
    const int chunk = thread.index % kChunksPerRow;
    for (int first = 0; first < kRows; first += kRowsPerPass) {
      const int row = first + thread.index / kChunksPerRow;
      const bool stores = rows.is_active(row) && chunk * kChunk < place.columns * kOutBytes;
      const std::uint32_t voffset = stores ? row * place.n * kOutBytes + chunk * kChunk : kNowhere;
      out.store_16_bytes(*reinterpret_cast<const Uint4*>(lds.out + turned(row, chunk * kChunk, kRowBytes)),
                         voffset);
    }
  }
};

/// Eight elements of a lane, of a block of 32 columns, in the order of columns; and the block's scale.
struct QuantisedBlock {
  std::uint32_t codes;
  std::uint32_t scale;
};

__device__ inline std::uint32_t larger(std::uint32_t x, std::uint32_t y) {
  return select(x > y, x, y);
}

/// Over 32 columns, two column tiles, amax is the largest magnitude in bf16; the scale's code is the exponent
/// field of (its bits + 0x200000) less 2, at least 0. An infinite or NaN amax has scale 255 and elements of
/// zero.
__device__ inline QuantisedBlock quantised(Float4 first, Float4 second) {
  const std::uint32_t pairs[4] = {Bf16::pack(first.xy), Bf16::pack(first.zw), Bf16::pack(second.xy),
                                  Bf16::pack(second.zw)};
  std::uint32_t amax = 0;  // magnitudes of bf16 compare as integers, a NaN above all
  for (const std::uint32_t pair : pairs) amax = larger(amax, larger(pair & 0x7fff, pair >> 16 & 0x7fff));
  const Uint2 rows = Arch::swap_odd_even_16(amax, amax);
  amax = larger(rows.x, rows.y);
  const Uint2 halves = Arch::swap_halves_32(amax, amax);
  amax = larger(halves.x, halves.y) << 16;

  const bool finite = amax < 0x7f800000;
  const std::uint32_t field = (amax + 0x200000) >> 23;
  const std::uint32_t code = select(field < 2, 0u, field - 2);
  const float scale = __builtin_bit_cast(float, code << 23);
  std::uint32_t codes = Arch::to_e2m1<0>(first.x, first.y, scale, 0);
  codes = Arch::to_e2m1<1>(first.z, first.w, scale, codes);
  codes = Arch::to_e2m1<2>(second.x, second.y, scale, codes);
  codes = Arch::to_e2m1<3>(second.z, second.w, scale, codes);
  return {select(finite, codes, 0u), select(finite, code, 0xffu)};
}

/// D[row] = row in MXFP4. Padding rows and their scales stay as they are.
///
/// A wave has kBlocks blocks of 32 columns, side by side; value(i, tile) is the lane's part of row tile i and
/// of the wave's column tile, as in Accumulators.
template <int kRows, int kBlocks>
struct Mxfp4Tile {
  static constexpr int kColumns = kWaves * kBlocks * 32;
  static constexpr int kOutRowBytes = kColumns / 2;
  static constexpr int kChunks = kOutRowBytes / kChunk;

  template <class Value>
  __device__ static void store(Value value, Lds<kRows>& lds, void* d, void* d_scale,
                               const SortedRows<kRows>& rows, Place place, Thread thread) {
    workgroup::hand_over_lds();  // no read of LDS is left
    const int in_fragment = thread.lane % mxfp4::kFragment, quarter = thread.lane / mxfp4::kFragment;
    const Buffer scales(static_cast<std::uint8_t*>(d_scale) + place.row / mxfp4::kRowChunk<kRows> * place.n,
                        kRows / mxfp4::kRowChunk<kRows> * place.n);
    const int first_block = static_cast<int>(place.column) / 32 + thread.wave * kBlocks;
    // Whole: else the accumulators would be indexed at run time, in memory.
#pragma unroll
    for (int i = 0; i < kRows / mxfp4::kFragment; ++i) {
      const int row = i * mxfp4::kFragment + in_fragment;
      std::uint32_t scale = 0;
      for (int block = 0; block < kBlocks; ++block) {
        const QuantisedBlock q = quantised(value(i, 2 * block), value(i, 2 * block + 1));
        for (int tile = 0; tile < 2; ++tile) {
          const int column = (thread.wave * kBlocks + block) * 32 + tile * mxfp4::kFragment + quarter * 4;
          *reinterpret_cast<std::uint16_t*>(lds.out + at(row, column / 2)) =
              static_cast<std::uint16_t>(q.codes >> tile * 16);
        }
        if (quarter == block) scale = q.scale;
      }
      // The lanes of a block's quarter store its scale.
      const bool stores = quarter < kBlocks && rows.is_active(row);
      scales.store_byte(scale, stores ? scale_offset(row, first_block + quarter, place.n) : kNowhere);
      __builtin_amdgcn_sched_barrier(0);  // one row tile's registers at a time
    }
    workgroup::hand_over_lds();  // the tile is complete
    store_codes(lds, d, rows, place, thread);
  }

 private:
  /// Where a byte of a row lies in the turned tile.
  __device__ static constexpr int at(int row, int byte) {
    return row * kOutRowBytes + (byte / kChunk ^ row / 2 % kChunks) * kChunk + byte % kChunk;
  }

  /// Byte of the shuffled scales, from the tile's first chunk of rows on, for a block of all n columns.
  __device__ static std::uint32_t scale_offset(int row, int block, int n) {
    return row / mxfp4::kScaleChunk * n + block / 8 * 256 + (block % 4 * 16 + row % 16) * 4 +
           block / 4 % 2 * 2 + row / 16 % 2;
  }

  __device__ static void store_codes(const Lds<kRows>& lds, void* d, const SortedRows<kRows>& rows,
                                     Place place, Thread thread) {
    const Buffer out(static_cast<std::uint8_t*>(d) + (place.row * place.n + place.column) / 2,
                     ((kRows - 1) * place.n + kColumns) / 2);
    constexpr int kRowsPerPass = kThreads / kChunks;
    const int byte = thread.index % kChunks * kChunk;
    for (int first = 0; first < kRows; first += kRowsPerPass) {
      const int row = first + thread.index / kChunks;
      out.store_16_bytes(*reinterpret_cast<const Uint4*>(lds.out + at(row, byte)),
                         row < kRows && rows.is_active(row) ? row * (place.n / 2) + byte : kNowhere);
    }
  }
};

struct Quantised {
  template <int kRows>
  __device__ static void store(const mxfp4::Accumulators<kRows>& sum, Lds<kRows>& lds, void* d, void* d_scale,
                               const SortedRows<kRows>& rows, Place place, Thread thread) {
    Mxfp4Tile<kRows, 2>::store([&](int i, int tile) { return sum.acc[i][tile]; }, lds, d, d_scale, rows,
                               place, thread);
  }
};

}  // namespace lockstep::device::moe
