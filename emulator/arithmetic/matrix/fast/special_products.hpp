// Products that are infinite or NaN, or count as such; rare, so that the kernels leave them out and put what
// they sum to in its place.
//
// Which k of which rows and columns may have some is found once a tile. Poison that a kernel multiplies and
// never stores has a few in most rows: looking at no other product is what keeps such tiles cheap.
#pragma once

#include <array>
#include <bit>
#include <limits>

#include "emulator/arithmetic/matrix/fast/operand.hpp"

namespace lockstep::matrix {

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Some of a tile's k.
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
  /// Takes the lowest out; the set is not empty.
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
  /// A product whose magnitude is `limit` or more counts as infinite. limit: 2^128, or infinity.
  SpecialProducts(Shape shape, const Operand& a, const Operand& b, double limit);

  /// Whether there may be some in this row, k = begin ... end - 1: within a block, or whole blocks.
  bool any(int row, int begin, int end) const {
    if (!any_) return false;
    if (!((rows_[std::size_t(row)] | any_column_) & DepthSet::range(begin, end)).empty()) return true;
    bool found = false;
    for (int block = begin / kScaleBlock; oversized_ && block * kScaleBlock < end; ++block)
      found |= a_.scales[row * shape_.blocks() + block] >= oversized_from_;
    return found;
  }
  /// Their sums by column: 0 where there are none, an infinity, or NaN.
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
  int oversized_from_;  // a scale of A from which on products of finite numbers may count as infinite
  bool oversized_ = false, any_ = false;
  std::array<DepthSet, 32> rows_, columns_;  // where an element or its scale is no finite number
  std::array<DepthSet, 32> nan_rows_,
      nan_columns_;      // ... where one of the two is NaN, and so whatever it is multiplied with
  DepthSet any_column_;  // where that is so in one of the columns
  // Finite values, and the largest magnitude of each row or column in each block; where oversized_.
  alignas(64) std::array<float, kOperandElements> a_values_, b_values_;
  std::array<float, kOperandScales> a_tops_, b_tops_;
};

}  // namespace lockstep::matrix
