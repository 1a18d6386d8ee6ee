// From the sums of a tile of one expert's rows to memory in bf16, on gfx1250: added to the tokens' rows, or
// stored row by row.
//
// The tile is turned in LDS, so that a wave touches memory in whole rows; each row is followed by 16 bytes,
// against bank conflicts.
#pragma once

#include "kernels/moe_down/arguments.hpp"
#include "kernels/primitives/expert_wmma_loop.hpp"
#include "kernels/primitives/wmma_store.hpp"

namespace lockstep::device::moe {

inline constexpr int kOutBytes = 2;
inline constexpr int kRowBytes = expert_wmma::kColumns * kOutBytes, kPitch = kRowBytes + 16;

/// LDS of a kernel: the stages of the main loop, then the tile on its way out, which is never more.
template <class S>
inline constexpr int kLdsBytes = expert_wmma::kStages * S::kStageBytes;

/// Each row times its weight, as binary32. Padding rows get whatever comes of it.
template <class S>
LOCKSTEP_IN_REGISTERS __device__ void weigh(wmma::Sums<S>& sums, const float* weights, int lane) {
#pragma unroll
  for (int r = 0; r < S::kA16; ++r) {
    const float weight = weights[r * 16 + lane % 16];
    if constexpr (wmma::Sums<S>::kWide) {
#pragma unroll
      for (int c = 0; c < S::kB16 / 2; ++c) sums.wide[c][r] *= weight;
    } else {
#pragma unroll
      for (int c = 0; c < S::kB16; ++c) sums.narrow[c][r] *= weight;
    }
  }
}

/// The tile in bf16, in LDS, complete.
template <class S>
LOCKSTEP_IN_REGISTERS __device__ void turn(const wmma::Sums<S>& sums, wave32::LdsBytes lds,
                                           const Thread& thread) {
  static_assert(S::kTileRows * kPitch <= kLdsBytes<S>);
  using Eight = wmma::Octet<wmma::Out::bf16>;
  wave32::hand_over_lds();  // no wave reads LDS any more
  wmma::for_each_tile(sums, thread.lane, wmma::Tiles<S>{}, [&](Float8 x, int row, int column) {
    using Lds = __attribute__((address_space(3))) Eight::Elements*;
    *reinterpret_cast<Lds>(lds + row * kPitch + (thread.wave * S::kWaveColumns + column) * kOutBytes) =
        Eight(x).x;
  });
  wave32::hand_over_lds();  // the tile is complete
}

/// take(word, bit, row) for every active row that is the wave's: each fourth.
template <class S, class Take>
LOCKSTEP_IN_REGISTERS __device__ void for_each_active_row(const wave32::SortedRows<S::kTileRows>& rows,
                                                          int wave, Take take) {
  constexpr int kInWord = S::kTileRows < wave32::kLanes ? S::kTileRows : wave32::kLanes;
#pragma unroll
  for (int word = 0; word < rows.kWords; ++word)
#pragma unroll
    for (int first = 0; first < kInWord; first += kWaves) {
      const int bit = first + wave;
      if (rows.is_active(word, bit)) take(word, bit, word * wave32::kLanes + bit);
    }
}

/// D[token] += row, for each active row of the tile: a wave adds two columns per lane at a time, at the
/// coherent level of the device.
struct Added {
  template <class S>
  LOCKSTEP_IN_REGISTERS __device__ static void store(const wmma::Sums<S>& sums, wave32::LdsBytes lds,
                                                     const Arguments& p,
                                                     const wave32::SortedRows<S::kTileRows>& rows,
                                                     const Place& place, const Thread& thread) {
    using Pair = __bf16 __attribute__((ext_vector_type(2)));
    using Lds = const __attribute__((address_space(3))) Pair*;
    using Memory = __attribute__((address_space(1))) Pair*;
    constexpr int kPass = wave32::kLanes * static_cast<int>(sizeof(Pair));
    turn(sums, lds, thread);
    for_each_active_row<S>(rows, thread.wave, [&](int word, int bit, int row) LOCKSTEP_IN_REGISTERS {
      auto* const to =
          static_cast<std::uint8_t*>(p.d) + (rows.token(word, bit) * place.n + place.column) * kOutBytes;
#pragma unroll
      for (int pass = 0; pass < kRowBytes; pass += kPass) {
        const int byte = pass + thread.lane * static_cast<int>(sizeof(Pair));
        if (byte >= place.columns * kOutBytes) break;
        __builtin_amdgcn_global_atomic_fadd_v2bf16((Memory)(to + byte),
                                                   *reinterpret_cast<Lds>(lds + row * kPitch + byte));
      }
    });
  }
};

/// D[row] = row, 16 bytes per lane; padding rows stay as they are.
struct Flat {
  template <class S>
  LOCKSTEP_IN_REGISTERS __device__ static void store(const wmma::Sums<S>& sums, wave32::LdsBytes lds,
                                                     const Arguments& p,
                                                     const wave32::SortedRows<S::kTileRows>& rows,
                                                     const Place& place, const Thread& thread) {
    constexpr int kChunk = 16;
    static_assert(kRowBytes == wave32::kLanes * kChunk);
    using Lds = const __attribute__((address_space(3))) Uint4*;
    turn(sums, lds, thread);
    const int byte = thread.lane * kChunk;
    for_each_active_row<S>(rows, thread.wave, [&](int, int, int row) LOCKSTEP_IN_REGISTERS {
      if (byte >= place.columns * kOutBytes) return;
      auto* const to =
          static_cast<std::uint8_t*>(p.d) + ((place.row + row) * place.n + place.column) * kOutBytes;
      *reinterpret_cast<Uint4*>(to + byte) = *reinterpret_cast<Lds>(lds + row * kPitch + byte);
    });
  }
};

}  // namespace lockstep::device::moe
