// Where a kernel finds scales and accumulators: in matrices, or as the registers of a wave hold them.
#pragma once

#include "emulator/arithmetic/matrix/layouts/lane_map.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::matrix {

enum class Order : std::uint8_t { matrices, registers };

/// The first column of a row of C or D: a row's columns are contiguous in either order.
template <Shape kShape, Order kOrder>
LOCKSTEP_INLINE constexpr int row_start(int row) {
  if constexpr (kOrder == Order::matrices) return row * kShape.n;
  const RegisterLane place = accumulator_place(kShape, row, 0);
  return place.reg * kLanes + place.lane;
}

/// The scale of a row or column in a block of k.
template <Shape kShape, Order kOrder>
LOCKSTEP_INLINE constexpr int scale_place(int index, int block) {
  return kOrder == Order::matrices ? index * kShape.blocks() + block : block * kShape.m + index;
}

}  // namespace lockstep::matrix
