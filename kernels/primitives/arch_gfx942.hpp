// gfx942 (CDNA3): the matrix instruction, which knows no scales, and what else differs from gfx950. Elements
// are e4m3fnuz.
#pragma once

#include "kernels/primitives/device.hpp"

namespace lockstep::device {

struct Arch {
  static constexpr std::uint32_t kBufferWord3 = 0x00020000;  ///< raw buffer, 32-bit data format
  static constexpr int kDmaBytes = 4;                        ///< bytes a lane, from memory straight to LDS
  static constexpr int kLdsBankBytes = 128;                  ///< what all banks hold side by side
  static constexpr int kMultiplies = 4;                      ///< matrix instructions per 16 x 16 x 128
  static constexpr int kLargeTileBlocks = 2;                 ///< blocks of 128 columns in the large tile

  /// One lane's share of a 16 x 128 operand of 8-bit elements: row (or column) lane % 16. With q = lane / 16,
  /// bytes 0..15 are k = 16 q .. 16 q + 15 and bytes 16..31 are k = 64 + 16 q .. 64 + 16 q + 15.
  using Fragment = Int8;
  /// One lane's share of the 16 x 16 result: rows 4 (lane / 16) + 0..3, column lane % 16.
  using Accumulator = Float4;

  __device__ static Fragment fragment(Uint4 low, Uint4 high) {
    return __builtin_bit_cast(Fragment, __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7));
  }

  /// x * y over one half of the fragments' k, from +0, in two 16x16x32 instructions: the first takes k = 16 q
  /// + 0..7 of the half, the second k = 16 q + 8..15.
  template <int kHalf>
  __device__ static Accumulator multiply_half(Fragment x, Fragment y) {
    constexpr int kFirst = kHalf * 4;
    const Accumulator first = multiply_add(__builtin_shufflevector(x, x, kFirst, kFirst + 1),
                                           __builtin_shufflevector(y, y, kFirst, kFirst + 1), Accumulator{});
    return multiply_add(__builtin_shufflevector(x, x, kFirst + 2, kFirst + 3),
                        __builtin_shufflevector(y, y, kFirst + 2, kFirst + 3), first);
  }

 private:
  using Eight = int __attribute__((ext_vector_type(2)));  ///< elements, the first in the lowest byte

  __device__ static Accumulator multiply_add(Eight x, Eight y, Accumulator c) {
    return __builtin_amdgcn_mfma_f32_16x16x32_fp8_fp8(__builtin_bit_cast(long, x),
                                                      __builtin_bit_cast(long, y), c, 0, 0, 0);
  }
};

}  // namespace lockstep::device
