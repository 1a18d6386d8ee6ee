// Rows stored in MXFP4 or MXFP8 on gfx1250, as A has elements, their scales in the layout that the next
// product reads.
#pragma once

#include "kernels/moe_down/epilogue_wmma.hpp"
#include "kernels/primitives/select.hpp"

namespace lockstep::device::moe {

/// A lane's half of a block of 32 columns: of both column tiles eight neighbours. The other half is that of
/// the lane 16 further.
struct Block {
  Float8 first, second;
};

/// Eight neighbours, over a scale that is a power of two, nearest even and saturating.
template <Element kElement>
struct Eight;
template <>
struct Eight<Element::e2m1> {
  static constexpr std::uint32_t kExponent = 2;  ///< exponent of the largest number
  using Codes = std::uint32_t;
  __device__ static Codes of(Float8 x, float scale) {
    return __builtin_amdgcn_cvt_scalef32_pk8_fp4_f32(x, scale);
  }
};
template <>
struct Eight<Element::e4m3fn> {
  static constexpr std::uint32_t kExponent = 8;
  using Codes = Uint2;
  __device__ static Codes of(Float8 x, float scale) {
    return __builtin_bit_cast(Codes, __builtin_amdgcn_cvt_scalef32_pk8_fp8_f32(x, scale));
  }
};

template <Element kElement>
struct QuantisedBlock {
  typename Eight<kElement>::Codes first, second;
  std::uint32_t scale;  ///< the block's, the same in both lanes
};

using Magnitudes = std::uint32_t __attribute__((ext_vector_type(8)));

/// Magnitudes as integers, which compare as the numbers do, a NaN above all.
__device__ inline Magnitudes magnitudes(Float8 x) {
  return __builtin_bit_cast(Magnitudes, x) & 0x7fffffffu;
}

/// The largest of a block's magnitudes in bf16, in the upper half of a word: rounding keeps their order.
__device__ inline std::uint32_t largest(const Block& x) {
  const Magnitudes eight = __builtin_elementwise_max(magnitudes(x.first), magnitudes(x.second));
  const auto four = __builtin_elementwise_max(eight.lo, eight.hi);
  const auto two = __builtin_elementwise_max(four.lo, four.hi);
  const std::uint32_t own = __builtin_elementwise_max(two.x, two.y);
  const auto halves = __builtin_amdgcn_permlane16_swap(own, own, false, false);  // exchanges rows of 16 lanes
  const auto amax = static_cast<__bf16>(as_float(__builtin_elementwise_max(halves[0], halves[1])));
  return std::uint32_t{__builtin_bit_cast(std::uint16_t, amax)} << 16;
}

/// The scale's code is the exponent field of (amax + 0x200000) less that of the format's largest number, at
/// least 0. An infinite or NaN amax has scale 255 and elements of zero.
template <Element kElement>
__device__ inline QuantisedBlock<kElement> quantised(const Block& x) {
  using To = Eight<kElement>;
  const std::uint32_t amax = largest(x);
  const bool finite = amax < 0x7f800000;
  const std::uint32_t field = (amax + 0x200000) >> 23;
  const std::uint32_t code = select(field < To::kExponent, 0u, field - To::kExponent);
  const float scale = as_float(code << 23);
  const auto or_zeros = [&](typename To::Codes codes) { return codes & select(finite, ~0u, 0u); };
  return {or_zeros(To::of(x.first, scale)), or_zeros(To::of(x.second, scale)), select(finite, code, 0xffu)};
}

/// D[row] = row, quantised. Padding rows and their scales stay as they are. A wave has kBlocks blocks of 32
/// columns, side by side, behind those of the waves before it.
template <class S, int kBlocks>
struct MxTile {
  static constexpr int kBits = bits_of(S::kA), kEightBytes = kBits, kBlockBytes = 32 * kBits / 8;
  static constexpr int kOutRowBytes = kWaves * kBlocks * kBlockBytes;
  static constexpr int kChunk = 16, kChunks = kOutRowBytes / kChunk, kOutPitch = kOutRowBytes + kChunk;
  using Rows = wave32::SortedRows<S::kTileRows>;
  static_assert(S::kTileRows * kOutPitch <= kLdsBytes<S>);

  /// block.template operator()<r, b>(): the lane's part of the wave's block b, of row tile r.
  template <class BlockOf>
  LOCKSTEP_IN_REGISTERS __device__ static void store(BlockOf block, wave32::LdsBytes lds, const Arguments& p,
                                                     const Rows& rows, const Place& place,
                                                     const Thread& thread) {
    wave32::hand_over_lds();  // no read of LDS is left
    quantise(block, lds, p, rows, place, thread, std::make_integer_sequence<int, S::kA16>{});
    wave32::hand_over_lds();  // the tile is complete
    store_codes(lds, p, rows, place, thread);
  }

 private:
  template <class BlockOf, int... kR>
  LOCKSTEP_IN_REGISTERS __device__ static void quantise(BlockOf block, wave32::LdsBytes lds,
                                                        const Arguments& p, const Rows& rows,
                                                        const Place& place, const Thread& thread,
                                                        std::integer_sequence<int, kR...>) {
    (rows_of_16<kR>(block, lds, p, rows, place, thread, std::make_integer_sequence<int, kBlocks>{}), ...);
  }
  template <int kR, class BlockOf, int... kB>
  LOCKSTEP_IN_REGISTERS __device__ static void rows_of_16(BlockOf block, wave32::LdsBytes lds,
                                                          const Arguments& p, const Rows& rows,
                                                          const Place& place, const Thread& thread,
                                                          std::integer_sequence<int, kB...>) {
    (one_block<kR, kB>(block.template operator()<kR, kB>(), lds, p, rows, place, thread), ...);
    __builtin_amdgcn_sched_barrier(0);  // one row tile's registers at a time
  }

  template <int kR, int kB>
  LOCKSTEP_IN_REGISTERS __device__ static void one_block(const Block& x, wave32::LdsBytes lds,
                                                         const Arguments& p, const Rows& rows,
                                                         const Place& place, const Thread& thread) {
    using Lds = __attribute__((address_space(3))) typename Eight<S::kA>::Codes*;
    const QuantisedBlock<S::kA> q = quantised<S::kA>(x);
    const int row = kR * 16 + thread.lane % 16, half = thread.lane / 16, number = thread.wave * kBlocks + kB;
    const wave32::LdsBytes to = lds + row * kOutPitch + number * kBlockBytes + half * kEightBytes;
    *reinterpret_cast<Lds>(to) = q.first;
    *reinterpret_cast<Lds>(to + kBlockBytes / 2) = q.second;
    if (half != 0 || !rows.is_active(kR / 2, row % wave32::kLanes)) return;
    const std::int64_t chunk = place.row / expert_wmma::kRowChunk<S::kTileRows>;
    auto* const scales = static_cast<std::uint8_t*>(p.d_scale) + chunk * place.n;
    scales[scale_offset(row, static_cast<int>(place.column) / 32 + number, place.n)] =
        static_cast<std::uint8_t>(q.scale);
  }

  /// Byte of the shuffled scales, from the tile's first chunk of rows on, for a block of all n columns.
  __device__ static std::int64_t scale_offset(int row, int block, int n) {
    return std::int64_t{row / expert_wmma::kScaleChunk} * n + block / 8 * 256 +
           (block % 4 * 16 + row % 16) * 4 + block / 4 % 2 * 2 + row / 16 % 2;
  }

  LOCKSTEP_IN_REGISTERS __device__ static void store_codes(wave32::LdsBytes lds, const Arguments& p,
                                                           const Rows& rows, const Place& place,
                                                           const Thread& thread) {
    using Lds = const __attribute__((address_space(3))) Uint4*;
    constexpr int kAtOnce = wave32::kLanes / kChunks;  // rows of a wave
    const int byte = thread.lane % kChunks * kChunk;
    auto* const d = static_cast<std::uint8_t*>(p.d) + (place.row * place.n + place.column) * kBits / 8;
#pragma unroll
    for (int first = 0; first < S::kTileRows; first += kWaves * kAtOnce) {
      const int row = first + thread.wave * kAtOnce + thread.lane / kChunks;
      if (row < S::kTileRows && rows.is_active(first / wave32::kLanes, row % wave32::kLanes))
        *reinterpret_cast<Uint4*>(d + std::int64_t{row} * place.n * kBits / 8 + byte) =
            *reinterpret_cast<Lds>(lds + row * kOutPitch + byte);
    }
  }
};

struct Quantised {
  template <class S>
  LOCKSTEP_IN_REGISTERS __device__ static void store(const wmma::Sums<S>& sums, wave32::LdsBytes lds,
                                                     const Arguments& p,
                                                     const wave32::SortedRows<S::kTileRows>& rows,
                                                     const Place& place, const Thread& thread) {
    const auto block = [&]<int kR, int kB>() LOCKSTEP_IN_REGISTERS {
      return Block{sums.template at<2 * kB, kR>(), sums.template at<2 * kB + 1, kR>()};
    };
    MxTile<S, 2>::store(block, lds, p, rows, place, thread);
  }
};

}  // namespace lockstep::device::moe
