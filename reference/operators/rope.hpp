// Rotary position embedding: each head's pairs of elements, turned by an angle that depends on the position.
//
//   y0 = x0 * cos - x1 * sin      y1 = x1 * cos + x0 * sin
//
// The pair is (j, j + d/2) of a head of d elements, or (2j, 2j + 1) where interleaved. Loss: two products and
// a sum, or a product and a fused one: 2 u of their magnitudes.
#pragma once

#include <cstdint>
#include <span>

#include "reference/operators/answer.hpp"

namespace lockstep::operators {

struct Rope {
  std::int64_t positions = 0, heads = 0, size = 0;  ///< x is [positions][heads][size]; size is even
  bool interleaved = false;
};

/// cos, sin [positions][size / 2].
Answer rope(const Rope& p, std::span<const double> x, std::span<const double> cos,
            std::span<const double> sin);

}  // namespace lockstep::operators
