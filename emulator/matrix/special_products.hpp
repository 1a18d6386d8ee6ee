// Products that are infinite or NaN, or count as such; rare, so that the kernels leave them out and put what
// they sum to in its place.
#pragma once

#include <limits>

#include "emulator/matrix/multiply.hpp"

namespace lockstep::matrix {

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();

class SpecialProducts {
 public:
  /// A product whose magnitude is `limit` or more counts as infinite. limit: 2^128, or infinity.
  SpecialProducts(Shape shape, const Operand& a, const Operand& b, double limit);

  /// Whether there may be some in this row, k = begin ... end - 1: within a block, or whole blocks.
  bool any(int row, int begin, int end) const {
    const std::uint8_t* scales = a_.scales + row * shape_.blocks();
    bool found = false;
    for (int block = begin / kScaleBlock; block * kScaleBlock < end; ++block)
      found |= scales[block] >= look_from_;
    return found;
  }
  /// Their sums by column: 0 where there are none, an infinity, or NaN.
  void sum(int row, int begin, int end, float* sums) const;

 private:
  Shape shape_;
  const Operand &a_, &b_;
  double limit_;
  int look_from_;  // a scale of A from which on there may be some; 0xFF is NaN
};

}  // namespace lockstep::matrix
