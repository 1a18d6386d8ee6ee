// How many bits an exact sum may need, and the sum of one output where the kernels have too few.
#pragma once

#include "emulator/arithmetic/matrix/fast/operand.hpp"
#include "emulator/arithmetic/matrix/fast/wide_sum.hpp"

namespace lockstep::matrix {

inline constexpr int kFloatBits = 24;  // bits of a significand

/// Bits that the sum of a block's products may need before scaling, whatever the elements.
int block_bits(const formats::Format& a, const formats::Format& b);

/// The outputs of an instruction that may need more bits than a double has.
class WideOutputs {
 public:
  WideOutputs(Shape shape, const Operand& a, const Operand& b);

  bool any() const { return any_; }
  bool at(int row, int column) const { return rows_[row] + columns_[column] > kFree; }
  bool in(int row) const { return any_ && rows_[row] + widest_column_ > kFree; }

 private:
  static constexpr int kFree = kDoubleBits - 7;  // 128 products at most

  // What each row or column contributes: the width of its elements, and the spread of its scales.
  int rows_[32], columns_[32], widest_column_ = 0;
  bool any_ = false;
};

/// Computes one output in a WideSum; all its products and c must be finite.
float multiply_one(Shape shape, const Operand& a, const Operand& b, int row, int column, float c);

}  // namespace lockstep::matrix
