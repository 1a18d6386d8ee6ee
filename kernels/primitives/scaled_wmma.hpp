// gfx1250's block-scaled matrix instructions, and how their operands lie in lanes.
//
// With i = lane % 16 and h = lane / 16, a lane has of row i of an operand of 128 k every other 16 bytes,
// beginning with byte 16 h: four times of 8-bit elements, twice of 4-bit ones, whose low nibble comes first.
// Of the result, whose rows are the first operand's and whose columns the second's, it has column i: rows 8 h
// to 8 h + 7.
//
// Scales are e8m0, one byte for each 32 of k in one register: rows 0 to 15 lie in lanes 0 to 15, and 16 more,
// which an instruction may choose instead, in lanes 16 to 31. Their registers have to be among the first 256,
// as the compiler knows.
#pragma once

#include "kernels/primitives/wave32.hpp"

namespace lockstep::device {

/// Element formats, by the numbers that the instruction has for them.
enum class Element : int { e4m3fn = 0, e5m2 = 1, e2m1 = 4 };

constexpr int bits_of(Element e) {
  return e == Element::e2m1 ? 4 : 8;
}

namespace wmma {

inline constexpr int kRows = 16, kDepth = 128;

/// One lane's share of 16 rows.
template <Element kElement>
struct Operand {
  static constexpr int kChunks = bits_of(kElement) / 2;  ///< chunks of 16 bytes
  Uint4 chunk[kChunks];

  /// `row`: the lane's row in LDS, at byte 16 h; kStride bytes from one of its chunks to the next.
  template <int kStride>
  __device__ static Operand read(const __attribute__((address_space(3))) std::uint8_t* row) {
    using Lds = const __attribute__((address_space(3))) Uint4*;
    Operand x;
#pragma unroll
    for (int j = 0; j < kChunks; ++j) x.chunk[j] = *reinterpret_cast<Lds>(row + j * kStride);
    return x;
  }

  /// This operand of 8-bit elements with zeros for all k but 32 kBlock + 0..31.
  template <int kBlock>
  __device__ Operand only() const {
    static_assert(kChunks == 4);
    Operand x{};
    x.chunk[kBlock] = chunk[kBlock];
    return x;
  }

  /// The builtin takes sixteen registers whatever the format; of 4-bit elements the instruction reads eight.
  __device__ Int16 registers() const {
    if constexpr (kChunks == 2) {
      return __builtin_bit_cast(Int16, __builtin_shufflevector(low(), low(), 0, 1, 2, 3, 4, 5, 6, 7, -1, -1,
                                                               -1, -1, -1, -1, -1, -1));
    } else {
      const auto high = __builtin_shufflevector(chunk[2], chunk[3], 0, 1, 2, 3, 4, 5, 6, 7);
      return __builtin_bit_cast(
          Int16, __builtin_shufflevector(low(), high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    }
  }
  using Eight = std::uint32_t __attribute__((ext_vector_type(8)));
  __device__ Eight low() const { return __builtin_shufflevector(chunk[0], chunk[1], 0, 1, 2, 3, 4, 5, 6, 7); }
};

/// c + x * y, 16 rows of each; kSelect: the scales are those of lanes 16 to 31.
template <Element kX, Element kY, bool kSelectX, bool kSelectY>
__device__ inline Float8 multiply_add(const Operand<kX>& x, const Operand<kY>& y, Float8 c,
                                      std::uint32_t scale_x, std::uint32_t scale_y) {
  constexpr int kE8m0 = 0;
  return __builtin_amdgcn_wmma_scale_f32_16x16x128_f8f6f4(
      static_cast<int>(kX), x.registers(), static_cast<int>(kY), y.registers(), 0, c, kSelectX, kE8m0,
      static_cast<int>(scale_x), kSelectY, kE8m0, static_cast<int>(scale_y), false, false);
}

/// c + x * y, 32 rows of 4-bit x, 16 of `low` and 16 of `high`, whose scales all lanes hold; 16 rows of y.
template <bool kSelectY>
__device__ inline Float16 multiply_add(const Operand<Element::e2m1>& low, const Operand<Element::e2m1>& high,
                                       const Operand<Element::e2m1>& y, Float16 c, std::uint32_t scale_x,
                                       std::uint32_t scale_y) {
  constexpr int kE8m0 = 0;
  const auto x =
      __builtin_shufflevector(low.low(), high.low(), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return __builtin_amdgcn_wmma_scale_f32_32x16x128_f4(
      __builtin_bit_cast(Int16, x), __builtin_bit_cast(Int8, y.low()), 0, c, 0, kE8m0,
      static_cast<int>(scale_x), kSelectY, kE8m0, static_cast<int>(scale_y), false, false);
}

}  // namespace wmma

}  // namespace lockstep::device
