// A layout as its sources write it: view the tensor with these axes, store the axes in that order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace lockstep::layouts {

/// `sizes` are the axes of the row-major view; `order[i]` is the axis stored i-th, the last one fastest.
template <std::size_t kAxes>
struct AxisOrder {
  std::array<std::int64_t, kAxes> sizes;
  std::array<std::size_t, kAxes> order;

  constexpr std::int64_t count() const {
    std::int64_t product = 1;
    for (const std::int64_t size : sizes) product *= size;
    return product;
  }

  /// Where element `logical` of the row-major tensor is stored.
  constexpr std::int64_t stored(std::int64_t logical) const {
    std::array<std::int64_t, kAxes> at{};
    for (std::size_t axis = kAxes; axis-- > 0; logical /= sizes[axis]) at[axis] = logical % sizes[axis];
    std::int64_t offset = 0;
    for (const std::size_t axis : order) offset = offset * sizes[axis] + at[axis];
    return offset;
  }

  /// Which element of the row-major tensor is stored at `offset`; the inverse of stored().
  constexpr std::int64_t logical(std::int64_t offset) const {
    std::array<std::int64_t, kAxes> at{};
    for (std::size_t i = kAxes; i-- > 0; offset /= sizes[order[i]]) at[order[i]] = offset % sizes[order[i]];
    std::int64_t index = 0;
    for (std::size_t axis = 0; axis < kAxes; ++axis) index = index * sizes[axis] + at[axis];
    return index;
  }
};

}  // namespace lockstep::layouts
