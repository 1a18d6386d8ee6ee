// gfx1250: the buffer descriptor's format word, and what its lanes do with one another's numbers. Its matrix
// instructions are in scaled_wmma.hpp.
#pragma once

#include "kernels/primitives/device.hpp"

namespace lockstep::device {

struct Arch {
  static constexpr std::uint32_t kBufferWord3 = 0;  ///< raw buffer; a range is checked by itself
  static constexpr int kLargeTileBlocks = 2;        ///< blocks of 128 columns in the large tile

  /// Two neighbouring e4m3fn bytes of a word as floats: bytes 0 and 1, or with kHigh 2 and 3.
  template <bool kHigh>
  __device__ static Float2 to_floats(std::uint32_t bytes) {
    return __builtin_bit_cast(Float2, __builtin_amdgcn_cvt_pk_f32_fp8(static_cast<int>(bytes), kHigh));
  }

  /// The value of lane (lane ^ kDistance), for 1, 2, 4 and 8.
  template <int kDistance>
  __device__ static float across(float x) {
    constexpr int kRowXmask = 0x160;
    static_assert(kDistance == 1 || kDistance == 2 || kDistance == 4 || kDistance == 8);
    const auto own = static_cast<int>(as_bits(x));
    return as_float(static_cast<std::uint32_t>(
        __builtin_amdgcn_update_dpp(own, own, kRowXmask | kDistance, 0xf, 0xf, true)));
  }

  /// Exchanges the upper row of 16 lanes of the first with the lower row of the second.
  __device__ static Uint2 swap_odd_even_16(std::uint32_t first, std::uint32_t second) {
    return __builtin_bit_cast(Uint2, __builtin_amdgcn_permlane16_swap(first, second, false, false));
  }
};

}  // namespace lockstep::device
