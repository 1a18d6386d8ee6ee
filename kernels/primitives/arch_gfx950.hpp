// gfx950 (CDNA4): the matrix instruction, the formats and scales it takes, and the buffer descriptor's format
// word.
#pragma once

#include "kernels/primitives/device.hpp"

namespace lockstep::device {

struct Arch {
  static constexpr std::uint32_t kBufferWord3 = 0x00020000;  ///< raw buffer, 32-bit data format
  static constexpr int kE4m3fn = 0;                          ///< cbsz / blgp of the f8f6f4 family
  static constexpr int kE5m2 = 1;
  static constexpr int kE2m1 = 4;
  static constexpr int kDmaBytes = 16;        ///< bytes a lane, from memory straight to LDS
  static constexpr int kLdsBankBytes = 256;   ///< what all banks hold side by side
  static constexpr int kMultiplies = 1;       ///< matrix instructions per 16 x 16 x 128
  static constexpr int kLargeTileBlocks = 4;  ///< blocks of 128 columns in the large tile

  /// One lane's share of a 16 x 128 operand of 8-bit elements: row (or column) lane % 16. With q = lane / 16,
  /// bytes 0..15 are k = 16 q .. 16 q + 15 and bytes 16..31 are k = 64 + 16 q .. 64 + 16 q + 15.
  using Fragment = Int8;
  /// A lane's share of 16 x 128 4-bit elements: row lane % 16, k = 32 (lane / 16) + 0..31, low nibble first.
  using Fp4Fragment = Uint4;
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

  /// Two neighbouring e4m3fn bytes of a word as floats: bytes 0 and 1, or with kHigh 2 and 3.
  template <bool kHigh>
  __device__ static Float2 to_floats(std::uint32_t bytes) {
    return __builtin_bit_cast(Float2, __builtin_amdgcn_cvt_pk_f32_fp8(static_cast<int>(bytes), kHigh));
  }

  /// The value of lane (lane ^ kDistance), for 1, 2, 4 and 8; for 4 and 8 in case lanes that differ only in
  /// lower bits agree already, as they do half-way through a butterfly.
  template <int kDistance>
  __device__ static float across(float x) {
    constexpr int kSwapNeighbours = 0xb1, kSwapPairs = 0x4e, kHalfRowMirror = 0x141, kRowMirror = 0x140;
    constexpr int kControl = kDistance == 1   ? kSwapNeighbours
                             : kDistance == 2 ? kSwapPairs
                             : kDistance == 4 ? kHalfRowMirror
                                              : kRowMirror;
    static_assert(kDistance == 1 || kDistance == 2 || kDistance == 4 || kDistance == 8);
    const auto own = static_cast<int>(as_bits(x));
    const int other = __builtin_amdgcn_update_dpp(own, own, kControl, 0xf, 0xf, true);
    return as_float(static_cast<std::uint32_t>(other));
  }

  /// c + x * y with 16x16x128 operands of the formats given, unscaled: the compiler chooses that instruction
  /// when both scales are the constant 0.
  template <int kFormatX, int kFormatY>
  __device__ static Accumulator multiply_add_unscaled(Fragment x, Fragment y, Accumulator c) {
    return __builtin_amdgcn_mfma_scale_f32_16x16x128_f8f6f4(x, y, c, kFormatX, kFormatY, 0, 0, 0, 0);
  }

  /// In every group of 16 lanes, lanes 2 i and 2 i + 1 point at the two halves of row i of 8 x 16 bytes in
  /// LDS. Lane l receives column l % 16 of them, row 0 in the lowest byte. All lanes must be on.
  __device__ static Uint2 read_transposed(const std::uint8_t* lds) {
    using Pair = int __attribute__((ext_vector_type(2)));
    using Lds = __attribute__((address_space(3))) Pair*;
    return __builtin_bit_cast(Uint2, __builtin_amdgcn_ds_read_tr8_b64_v2i32((Lds)lds));
  }

  /// c + x * y with 16x16x128 e2m1 operands, scaled as those of e4m3fn are: a byte for each 32-block of k.
  template <int kSelectX, int kSelectY>
  __device__ static Accumulator multiply_add(Fp4Fragment x, Fp4Fragment y, Accumulator c,
                                             std::uint32_t scale_x, std::uint32_t scale_y) {
    return __builtin_amdgcn_mfma_scale_f32_16x16x128_f8f6f4(widened(x), widened(y), c, kE2m1, kE2m1, kSelectX,
                                                            static_cast<int>(scale_x), kSelectY,
                                                            static_cast<int>(scale_y));
  }

  /// The builtin takes eight registers whatever the format; the instruction reads four of them.
  __device__ static Int8 widened(Fp4Fragment x) {
    return __builtin_bit_cast(Int8, __builtin_shufflevector(x, x, 0, 1, 2, 3, -1, -1, -1, -1));
  }

  /// x and y over scale, as e2m1 nearest even, into byte kByte of `others`; x in its low nibble. scale is a
  /// power of two.
  template <int kByte>
  __device__ static std::uint32_t to_e2m1(float x, float y, float scale, std::uint32_t others) {
    return __builtin_amdgcn_cvt_scalef32_pk_fp4_f32(others, x, y, scale, kByte);
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
