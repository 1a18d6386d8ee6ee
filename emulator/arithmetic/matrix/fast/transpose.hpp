// Transposes codes of an operand, [column][k], into the orders in which kernels read columns.
#pragma once

#include <cstdint>

#include "emulator/arithmetic/matrix/fast/lanes.hpp"
#include "emulator/arithmetic/matrix/layouts/shape.hpp"

namespace lockstep::matrix {

using Bytes = std::uint8_t __attribute__((vector_size(16)));
using Halves = std::uint16_t __attribute__((vector_size(16)));
using Words = std::uint32_t __attribute__((vector_size(16)));

/// Interleaves two vectors: x[0] y[0] x[1] y[1] ...
LOCKSTEP_INLINE void interleave(Bytes x, Bytes y, Bytes* out) {
  out[0] = __builtin_shufflevector(x, y, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  out[1] = __builtin_shufflevector(x, y, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}
LOCKSTEP_INLINE void interleave(Halves x, Halves y, Halves* out) {
  out[0] = __builtin_shufflevector(x, y, 0, 8, 1, 9, 2, 10, 3, 11);
  out[1] = __builtin_shufflevector(x, y, 4, 12, 5, 13, 6, 14, 7, 15);
}
LOCKSTEP_INLINE void interleave(Words x, Words y, Words* out) {
  out[0] = __builtin_shufflevector(x, y, 0, 4, 1, 5);
  out[1] = __builtin_shufflevector(x, y, 2, 6, 3, 7);
}

/// Interleaves the halves of an array: the first bit of an element's index becomes its last.
template <typename Vector, int kCount>
LOCKSTEP_INLINE void turn(Vector (&array)[kCount]) {
  Vector turned[kCount];
  for (int i = 0; i < kCount / 2; ++i) interleave(array[i], array[i + kCount / 2], turned + 2 * i);
  for (int i = 0; i < kCount; ++i) array[i] = turned[i];
}

/// Transposes a square: rotating half of the index's bits exchanges rows and columns.
template <typename Vector, int kSide>
LOCKSTEP_INLINE void transpose(Vector (&square)[kSide]) {
  for (int turned = 1; turned < kSide; turned *= 2) turn(square);
}

/// Transposes [column][k] to [k][column].
template <Shape kShape>
LOCKSTEP_INLINE void order_by_k(const std::uint8_t* codes, std::uint8_t* out) {
  constexpr int kK = kShape.k;
  for (int column = 0; column < kShape.n; column += 16)
    for (int k = 0; k < kK; k += 16) {
      Bytes square[16];
      for (int i = 0; i < 16; ++i) square[i] = load<Bytes>(codes + (column + i) * kK + k);
      transpose(square);
      for (int i = 0; i < 16; ++i) store(out + (k + i) * kShape.n + column, square[i]);
    }
}

/// Transposes [column][k] to [k / 4][column][k % 4].
template <Shape kShape>
LOCKSTEP_INLINE void order_by_fours(const std::uint8_t* codes, std::uint8_t* out) {
  constexpr int kK = kShape.k;
  for (int column = 0; column < kShape.n; column += 4)
    for (int k = 0; k < kK; k += 16) {
      Words square[4];
      for (int i = 0; i < 4; ++i) square[i] = load<Words>(codes + (column + i) * kK + k);
      transpose(square);
      for (int i = 0; i < 4; ++i) store(out + (k / 4 + i) * 4 * kShape.n + 4 * column, square[i]);
    }
}

}  // namespace lockstep::matrix
