// gfx950 (CDNA4): the matrix instruction, the formats and scales it takes, and the buffer descriptor's format
// word.
#pragma once

#include "kernels/primitives/device.hpp"

namespace lockstep::device {

struct Arch {
  static constexpr std::uint32_t kBufferWord3 = 0x00020000;  ///< raw buffer, 32-bit data format
  static constexpr int kE4m3fn = 0;                          ///< cbsz / blgp of the f8f6f4 family
  static constexpr int kDmaBytes = 16;                       ///< per lane, from memory straight into LDS
  static constexpr int kLdsBankBytes = 256;                  ///< what all banks hold side by side
  static constexpr int kMultiplies = 1;                      ///< matrix instructions per 16 x 16 x 128

  /// One lane's share of a 16 x 128 operand of 8-bit elements: row (or column) lane % 16. With q = lane / 16,
  /// bytes 0..15 are k = 16 q .. 16 q + 15 and bytes 16..31 are k = 64 + 16 q .. 64 + 16 q + 15.
  using Fragment = Int8;
  /// One lane's share of the 16 x 16 result: rows 4 (lane / 16) + 0..3, column lane % 16.
  using Accumulator = Float4;

  __device__ static Fragment fragment(Uint4 low, Uint4 high) {
    return __builtin_bit_cast(Fragment, __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7));
  }

  /// c + x * y with 16x16x128 e4m3fn operands, each 32-block of k scaled by e8m0 bytes. The scale of (row r,
  /// 32-block b) is byte kSelect of lane 16 b + r; a caller with one scale per 128 holds the same byte in all
  /// four lanes.
  template <int kSelectX, int kSelectY>
  __device__ static Accumulator multiply_add(Fragment x, Fragment y, Accumulator c, std::uint32_t scale_x,
                                             std::uint32_t scale_y) {
    return __builtin_amdgcn_mfma_scale_f32_16x16x128_f8f6f4(
        x, y, c, kE4m3fn, kE4m3fn, kSelectX, static_cast<int>(scale_x), kSelectY, static_cast<int>(scale_y));
  }

  /// Exchanges the odd rows of 16 lanes of the first with the even rows of the second.
  __device__ static Uint2 swap_odd_even_16(std::uint32_t first, std::uint32_t second) {
    return __builtin_bit_cast(Uint2, __builtin_amdgcn_permlane16_swap(first, second, false, false));
  }
  /// Exchanges the upper 32 lanes of the first with the lower 32 of the second.
  __device__ static Uint2 swap_halves_32(std::uint32_t first, std::uint32_t second) {
    return __builtin_bit_cast(Uint2, __builtin_amdgcn_permlane32_swap(first, second, false, false));
  }
};

}  // namespace lockstep::device
