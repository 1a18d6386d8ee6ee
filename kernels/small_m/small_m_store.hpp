// Four neighbouring columns of one row to memory, for any number of columns.
//
// When rows are a multiple of four elements long, the four are stored at once; otherwise each for itself.
// What lies outside the piece is not stored.
#pragma once

#include "kernels/primitives/buffer_descriptor.hpp"
#include "kernels/primitives/halves.hpp"

namespace lockstep::device::small_m {

/// A piece of a matrix: rows x columns of it, row_length elements from one row to the next.
struct Place {
  int rows, columns, row_length;

  __device__ int elements() const { return (rows - 1) * row_length + columns; }
  /// Element number of (row, column), or kNowhere, in units of `bytes`.
  __device__ std::uint32_t offset(int row, int column, int bytes) const {
    return row < rows && column < columns ? (row * row_length + column) * bytes : kNowhere;
  }
};

__device__ inline void store_bf16(std::uint16_t* first, Place place, int row, int column, Float4 x) {
  const Buffer to(first, place.elements() * 2);
  const std::uint32_t low = Bf16::pack(x.xy), high = Bf16::pack(x.zw);
  if (place.row_length % 4 == 0) {
    to.store_8_bytes({low, high}, place.offset(row, column, 2));
  } else {
    to.store_2_bytes(low, place.offset(row, column, 2));
    to.store_2_bytes(low >> 16, place.offset(row, column + 1, 2));
    to.store_2_bytes(high, place.offset(row, column + 2, 2));
    to.store_2_bytes(high >> 16, place.offset(row, column + 3, 2));
  }
}

__device__ inline void store_f32(float* first, Place place, int row, int column, Float4 x) {
  const Buffer to(first, place.elements() * 4);
  if (place.row_length % 4 == 0) {
    to.store_16_bytes(__builtin_bit_cast(Uint4, x), place.offset(row, column, 4));
  } else {
    const Uint4 bits = __builtin_bit_cast(Uint4, x);
    to.store_dword(bits.x, place.offset(row, column, 4));
    to.store_dword(bits.y, place.offset(row, column + 1, 4));
    to.store_dword(bits.z, place.offset(row, column + 2, 4));
    to.store_dword(bits.w, place.offset(row, column + 3, 4));
  }
}

/// Elements index .. index + 3 of a row of f32; those past the end are zero.
__device__ inline Float4 load_f32(Buffer from, int index) {
  return __builtin_bit_cast(Float4, from.load_16_bytes(index * 4));
}

}  // namespace lockstep::device::small_m
