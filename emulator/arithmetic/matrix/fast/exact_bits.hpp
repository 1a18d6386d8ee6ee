// How many bits an exact sum may need, and the sum of one output where the kernels have too few.
#pragma once

#include <array>
#include <cstdint>

#include "emulator/arithmetic/matrix/fast/operand.hpp"

namespace lockstep::matrix {

/// Bits of a double's significand; sums that need more are computed in a WideSum.
inline constexpr int kDoubleBits = 53;

/// A fixed-point number for sums. Products of e5m2 lie in 2^-32 .. 2^32, two e8m0 scales in 2^-254 .. 2^254,
/// and f32 between: 2^-286 .. 2^286.
class WideSum {
 public:
  __extension__ using Wide = __int128;

  /// Adds +-magnitude * 2^exponent, which must be a multiple of 2^-320 and below 2^300.
  void add(bool negative, std::uint64_t magnitude, int exponent);
  void add(Wide value, int exponent);
  void add(float finite);

  /// Rounds to nearest, ties to even; overflow gives an infinity, an exact zero +0.
  float round() const;

 private:
  static constexpr int kLimbs = 10;
  static constexpr int kUnit = -320;  // exponent of the lowest bit

  std::array<std::uint64_t, kLimbs> limbs_{};  // two's complement, lowest first
};

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
