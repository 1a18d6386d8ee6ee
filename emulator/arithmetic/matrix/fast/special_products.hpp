// Products that are infinite or NaN, or count as infinite; they are rare, so that the kernels leave them out
// and replace results by their sum.
//
// For each row and column the k that may have some are found once per tile. Poison that a kernel multiplies
// and never stores has a few in most rows: such tiles stay cheap because no other product is looked at.
#pragma once

#include <array>
#include <bit>
#include <limits>

#include "emulator/arithmetic/matrix/fast/operand.hpp"

namespace lockstep::matrix {

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// A set of a tile's k.
class DepthSet {
 public:
  static DepthSet range(int begin, int end) {
    DepthSet all;
    for (int half = 0; half < 2; ++half) {
      const int low = begin - 64 * half, high = end - 64 * half;
      if (low < 64 && high > 0) all.bits_[half] = below(high) & ~below(low);
    }
    return all;
  }
  bool empty() const { return (bits_[0] | bits_[1]) == 0; }
  void insert(int k) { bits_[k / 64] |= std::uint64_t{1} << k % 64; }
  DepthSet& operator|=(const DepthSet& o) {
    for (int half = 0; half < 2; ++half) bits_[half] |= o.bits_[half];
    return *this;
  }
  friend DepthSet operator|(DepthSet x, const DepthSet& y) { return x |= y; }
  friend DepthSet operator&(DepthSet x, const DepthSet& y) {
    for (int half = 0; half < 2; ++half) x.bits_[half] &= y.bits_[half];
    return x;
  }
  /// Removes and returns the lowest; the set must not be empty.
  int take() {
    const int half = bits_[0] != 0 ? 0 : 1, k = 64 * half + std::countr_zero(bits_[half]);
    bits_[half] &= bits_[half] - 1;
    return k;
  }

 private:
  static std::uint64_t below(int k) {
    if (k <= 0) return 0;
    return k >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << k) - 1;
  }
  std::array<std::uint64_t, 2> bits_{};
};

class SpecialProducts {
 public:
  /// A product whose magnitude is `limit` or more counts as infinite; 2^128, or infinity.
  SpecialProducts(Shape shape, const Operand& a, const Operand& b, double limit);

  /// Whether this row may have special products in k = begin ... end - 1: within a block, or whole blocks.
  bool any(int row, int begin, int end) const {
    if (!any_) return false;
    if (!((rows_[std::size_t(row)] | any_column_) & DepthSet::range(begin, end)).empty()) return true;
    bool found = false;
    for (int block = begin / kScaleBlock; oversized_ && block * kScaleBlock < end; ++block)
      found |= a_.scales[row * shape_.blocks() + block] >= oversized_from_;
    return found;
  }
  /// The sums of special products by column: 0 where there are none, an infinity, or NaN.
  void sum(int row, int begin, int end, float* sums) const;

 private:
  struct Specials {
    DepthSet &all, &nan;
  };
  static void find(Shape shape, const Operand& operand, int i, Specials found);
  float sum_block(int row, int column, int begin, int end, DepthSet specials) const;

  Shape shape_;
  const Operand &a_, &b_;
  const float *of_a_, *of_b_;  // values of codes
  double limit_;
  // A scale of A from which on products of finite numbers may count as infinite.
  int oversized_from_;
  bool oversized_ = false, any_ = false;
  std::array<DepthSet, 32> rows_, columns_;  // k where an element or its scale is not finite
  std::array<DepthSet, 32> nan_rows_,
      nan_columns_;      // k where one of the two is NaN, and so every product
  DepthSet any_column_;  // k where that is so in one of the columns
  // Finite values, and the largest magnitude of each row or column in each block; filled if `oversized_`.
  alignas(64) std::array<float, kOperandElements> a_values_, b_values_;
  std::array<float, kOperandScales> a_tops_, b_tops_;
};

}  // namespace lockstep::matrix
