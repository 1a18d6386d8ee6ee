// gfx1250's tensor copies: a wave asks for a tile of a tensor by a descriptor in scalar registers, and the
// tile moves between memory and LDS while the wave goes on. `tensorcnt` counts a wave's own copies, which are
// done in order; other waves learn of it at a barrier.
//
// What lies outside the tensor is never touched: loads put zeros in LDS, stores leave it out. The sizes of a
// descriptor are those of what is left of the tensor from the tile's first element on, so a tail is a smaller
// size and nothing else. Addresses are 64 bits wide wherever a tile begins; nothing is added to one half
// alone.
#pragma once

#include "kernels/primitives/wave32.hpp"

namespace lockstep::device {

/// Two dimensions of a tensor and the part of them that a copy moves.
struct TensorTile {
  std::uint64_t address;                  ///< address of the tile's first element
  std::uint32_t lds;                      ///< where the tile lies in LDS, in bytes
  std::uint32_t columns;                  ///< columns of the tensor from the tile's first on
  std::uint32_t rows;                     ///< rows from the tile's first on; 0: it is zeros, or not stored
  std::uint64_t row_stride;               ///< elements from one row of the tensor to the next, below 2^48
  std::uint32_t tile_columns, tile_rows;  ///< below 2^16
  std::uint32_t log_element_bytes;        ///< 0 to 3
  std::uint32_t
      options;  ///< padding() of a load, and the workgroups of the cluster that ask for the same tile
};

namespace tensor_copy {

/// How a copy from memory treats the caches.
enum class Caching : int { kept = 0, streamed = 1 /* non-temporal */ };

/// Behind every 2^(kLogInterval + 1) dwords in LDS, kDwords are left free.
template <int kLogInterval, int kDwords>
inline constexpr std::uint32_t kPadding = 1u << 20 | kLogInterval << 22 | (kDwords - 1) << 25;

__device__ inline Int4 group_0(const TensorTile& t) {
  constexpr std::uint32_t kGo = 1, kTensor = 2u << 30, kHighAddress = (1u << 25) - 1;
  return Int4{static_cast<int>(kGo), static_cast<int>(t.lds),
              static_cast<int>(static_cast<std::uint32_t>(t.address)),
              static_cast<int>((static_cast<std::uint32_t>(t.address >> 32) & kHighAddress) | kTensor)};
}

__device__ inline Int8 group_1(const TensorTile& t) {
  const auto high_stride = static_cast<std::uint32_t>(t.row_stride >> 32) & 0xffffu;
  return Int8{static_cast<int>(t.options | t.log_element_bytes << 16),
              static_cast<int>(t.columns << 16),
              static_cast<int>(t.columns >> 16 | t.rows << 16),
              static_cast<int>(t.rows >> 16 | t.tile_columns << 16),
              static_cast<int>(t.tile_rows),
              static_cast<int>(static_cast<std::uint32_t>(t.row_stride)),
              static_cast<int>(high_stride),
              0};
}

template <Caching kCaching = Caching::kept>
__device__ inline void load(const TensorTile& t) {
  __builtin_amdgcn_tensor_load_to_lds_d2(group_0(t), group_1(t), static_cast<int>(kCaching));
}

inline constexpr int kMostRows = 8;  ///< rows of one list

/// Loads the rows of the tile's tensor that are listed, as many as tile_rows says. None of them may lie past
/// the last: where rows do not ascend, such a one is not sure to be left out.
__device__ inline void load_rows(const TensorTile& t, const Int8& rows) {
  constexpr std::uint32_t kGather = 1u << 31, kOf32Bits = 1u << 30;
  Int4 first = group_0(t);
  first.x = static_cast<int>(static_cast<std::uint32_t>(first.x) | kGather | kOf32Bits);
  __builtin_amdgcn_tensor_load_to_lds(first, group_1(t), rows.lo, rows.hi, 0);
}

/// `options` is without meaning.
__device__ inline void store(const TensorTile& t) {
  __builtin_amdgcn_tensor_store_from_lds_d2(group_0(t), group_1(t), 0);
}

/// Returns when all but the last kUnderWay of this wave's copies are done.
template <int kUnderWay>
__device__ inline void wait_for_all_but() {
  asm volatile("" ::: "memory");
  __builtin_amdgcn_s_wait_tensorcnt(kUnderWay);
  asm volatile("" ::: "memory");
}

/// Returns when all but the last `under_way`, at most 2, of this wave's copies are done.
__device__ inline void wait(int under_way) {
  asm volatile("" ::: "memory");
  if (under_way >= 2) {
    __builtin_amdgcn_s_wait_tensorcnt(2);
  } else if (under_way == 1) {
    __builtin_amdgcn_s_wait_tensorcnt(1);
  } else {
    __builtin_amdgcn_s_wait_tensorcnt(0);
  }
  asm volatile("" ::: "memory");
}

}  // namespace tensor_copy

}  // namespace lockstep::device
