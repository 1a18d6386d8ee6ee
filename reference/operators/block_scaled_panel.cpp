#include "block_scaled_panel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "block_gemm.hpp"
#include "reference/exact/exact_sum.hpp"
#include "reference/exact/two_sum.hpp"

namespace lockstep::operators {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Products of two e4m3fn values are multiples of 2^-18 up to 448^2: a block of 128 is an integer of 43 bits.
static_assert(std::int64_t{kScaleBlock} * 448 * 448 < std::int64_t{1} << (53 - 18));
// Those of e4m3fnuz values are multiples of 2^-20 up to 240^2.
static_assert(std::int64_t{kScaleBlock} * 240 * 240 < std::int64_t{1} << (53 - 20));
// The magnitudes are summed in binary32, 127 roundings of 2^-24 each; this raises them back above the exact
// sum.
constexpr double kMagnitudeSlack = 1 + formats::power_of_two(-16);

// What x * y leaves out when it is rounded; exact, as products of block sums and scales keep far from the
// ends of double.
double left_out(double x, double y) {
  return std::fma(x, y, -(x * y));
}

bool is_power_of_two(double scale) {
  return scale == 0 || std::abs(scale) == formats::power_of_two(std::ilogb(scale));
}

// For elements whose blocks spread over more bits than two doubles hold.
exact::ExactSum wide_sum(const BlockScaledOperand& a, std::int64_t row, const BlockScaledOperand& b,
                         std::int64_t column) {
  exact::ExactSum sum;
  for (std::int64_t kb = 0; kb < a.k_blocks(); ++kb) {
    const std::uint8_t* x = a.block(row, kb);
    const std::uint8_t* y = b.block(column, kb);
    double block = 0;
    for (int i = 0; i < kScaleBlock; ++i) block += a.table.values[x[i]] * b.table.values[y[i]];
    const double scale = a.scale(row, kb) * b.scale(column, kb);
    sum.add(block * scale);
    sum.add(left_out(block, scale));
  }
  return sum;
}

void find_nan(const BlockScaledOperand& operand, std::vector<bool>& nan) {
  nan.assign(std::size_t(operand.rows), false);
  for (std::int64_t row = 0; row < operand.rows; ++row) nan[std::size_t(row)] = operand.has_nan(row);
}

}  // namespace

// Between local pointers nothing keeps the compiler from taking several elements at once.
template <typename Term>
void BlockScaledPanel::add(std::int64_t start, std::int64_t count, Term term) {
  double* __restrict high = &high_[std::size_t(start)];
  double* __restrict low = &low_[std::size_t(start)];
  double* __restrict lost = &lost_[std::size_t(start)];
  for (std::int64_t i = 0; i < count; ++i) {
    const exact::TwoSum first = exact::two_sum(high[i], term(i));
    const exact::TwoSum second = exact::two_sum(low[i], first.error);
    high[i] = first.sum;
    low[i] = second.sum;
    lost[i] += std::abs(second.error);
  }
}

void BlockScaledPanel::add_scaled(std::int64_t start, std::int64_t count, double scale) {
  const double* const product = &product_[std::size_t(start)];
  const float* const weight = &weight_[std::size_t(start)];
  double* __restrict magnitude = &magnitude_[std::size_t(start)];
  const double size = std::abs(scale);
  add(start, count, [=](std::int64_t i) { return product[i] * scale; });
  for (std::int64_t i = 0; i < count; ++i) magnitude[i] += double(weight[i]) * size;
  if (!is_power_of_two(scale)) add(start, count, [=](std::int64_t i) { return left_out(product[i], scale); });
}

void BlockScaledPanel::add_block(const BlockScaledOperand& a, const BlockScaledOperand& b, std::int64_t kb) {
  a.decode(kb, a.table.values, a_.data());
  b.decode(kb, b.table.values, b_.data());
  block_gemm(a_.data(), a.rows, b_.data(), b.rows, product_.data());
  a.decode(kb, a.table.weights, a_weight_.data());
  b.decode(kb, b.table.weights, b_weight_.data());
  block_gemm(a_weight_.data(), a.rows, b_weight_.data(), b.rows, weight_.data());
  for (std::int64_t row = 0; row < a.rows; ++row)
    for (std::int64_t column = 0; column < b.rows; column += b.rows_per_scale)
      add_scaled(row * b.rows + column, b.rows_per_scale, a.scale(row, kb) * b.scale(column, kb));
}

void BlockScaledPanel::multiply(const BlockScaledOperand& a, const BlockScaledOperand& b) {
  for (std::vector<double>* sums : {&high_, &low_, &lost_, &magnitude_})
    std::fill(sums->begin(), sums->end(), 0.0);
  for (std::int64_t kb = 0; kb < a.k_blocks(); ++kb) add_block(a, b, kb);
  find_nan(a, row_nan_);
  find_nan(b, column_nan_);
}

BlockScaledPanel::Element BlockScaledPanel::element(const BlockScaledOperand& a, std::int64_t row,
                                                    const BlockScaledOperand& b, std::int64_t column,
                                                    double addend) const {
  const auto i = std::size_t(row * b.rows + column);
  if (row_nan_[std::size_t(row)] || column_nan_[std::size_t(column)] || std::isnan(addend))
    return {kNan, kNan, formats::nan_code(out_)};
  const double magnitude = magnitude_[i] * kMagnitudeSlack;
  const exact::TwoSum high = exact::two_sum(high_[i], addend);
  const exact::TwoSum low = exact::two_sum(low_[i], high.error);
  if (lost_[i] == 0 && low.error == 0) {
    const double odd = exact::round_to_odd(high.sum, low.sum);
    return {high.sum + low.sum, magnitude,
            formats::encode_nearest_even(out_, odd, formats::Overflow::to_special)};
  }
  exact::ExactSum sum = wide_sum(a, row, b, column);
  sum.add(addend);
  return {sum.to_double(), magnitude, sum.round(out_)};
}

}  // namespace lockstep::operators
