#include "reference/operators/block_scaled_panel.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "host/simd_levels.hpp"
#include "reference/exact/exact_sum.hpp"
#include "reference/exact/two_sum.hpp"
#include "reference/formats/encode_all.hpp"
#include "reference/operators/block_gemm.hpp"
#include "reference/operators/decode_elements.hpp"

namespace lockstep::operators {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Products of two e4m3fn values are multiples of 2^-18 up to 448^2: a block of 128 is an integer of 43 bits.
static_assert(std::int64_t{kScaleBlock} * 448 * 448 < std::int64_t{1} << (53 - 18));
// Products of two e4m3fnuz values are multiples of 2^-20 up to 240^2.
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

// The sum of an element whose blocks spread over more bits than two doubles hold.
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

LOCKSTEP_CLONES bool has_nan(std::uint8_t value, std::uint8_t bits, const std::uint8_t* codes,
                             std::int64_t count) {
  std::uint8_t found = 0;
  for (std::int64_t i = 0; i < count; ++i) found |= std::uint8_t((codes[i] & bits) == value);
  return found != 0;
}

// Says which rows of an operand have a NaN; true when there is any.
bool find_nan(const BlockScaledOperand& operand, std::vector<std::uint8_t>& nan) {
  bool any = false;
  for (std::int64_t row = 0; row < operand.rows; ++row) {
    const bool is_nan = operand.has_nan_scale(row) || has_nan(operand.table.nan_value, operand.table.nan_bits,
                                                              operand.block(row, 0), operand.k);
    nan[std::size_t(row)] = std::uint8_t(is_nan);
    any |= is_nan;
  }
  return any;
}

void decode(const BlockScaledOperand& operand, std::int64_t kb, double* values) {
  for (std::int64_t row = 0; row < operand.rows; ++row)
    decode_values(operand.table, operand.block(row, kb), kScaleBlock, values + row * kScaleBlock);
}

void decode(const BlockScaledOperand& operand, std::int64_t kb, float* weights) {
  for (std::int64_t row = 0; row < operand.rows; ++row)
    decode_weights(operand.table, operand.block(row, kb), kScaleBlock, weights + row * kScaleBlock);
}

// Between local pointers nothing keeps the compiler from taking several elements at once.
template <typename Term>
void add(std::int64_t count, double* __restrict high, double* __restrict low, double* __restrict lost,
         Term term) {
  for (std::int64_t i = 0; i < count; ++i) {
    const exact::TwoSum first = exact::two_sum(high[i], term(i));
    const exact::TwoSum second = exact::two_sum(low[i], first.error);
    high[i] = first.sum;
    low[i] = second.sum;
    lost[i] += std::abs(second.error);
  }
}

}  // namespace

LOCKSTEP_CLONES
void BlockScaledPanel::add_scaled(const double* product, double scale, std::int64_t count, Sums sums) {
  add(count, sums.high, sums.low, sums.lost, [=](std::int64_t i) { return product[i] * scale; });
  if (!is_power_of_two(scale))
    add(count, sums.high, sums.low, sums.lost, [=](std::int64_t i) { return left_out(product[i], scale); });
}

LOCKSTEP_CLONES
void BlockScaledPanel::add_weights(const float* weight, double scale, std::int64_t count, Sums sums) {
  double* __restrict magnitude = sums.magnitude;
  const double size = std::abs(scale);
  for (std::int64_t i = 0; i < count; ++i) magnitude[i] += double(weight[i]) * size;
}

// The sums with their addends, rounded to double and rounded to odd; whether some do not fit two doubles, or
// are not finite, and `lost` says which.
LOCKSTEP_CLONES
bool BlockScaledPanel::finish(Sums sums, const double* __restrict addend, std::int64_t count,
                              double* __restrict value, double* __restrict magnitude, double* __restrict odd,
                              double* __restrict lost) {
  const double* __restrict high = sums.high;
  const double* __restrict low = sums.low;
  const double* __restrict lost_before = sums.lost;
  const double* __restrict magnitudes = sums.magnitude;
  std::uint64_t any = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const exact::TwoSum upper = exact::two_sum(high[i], addend[i]);
    const exact::TwoSum lower = exact::two_sum(low[i], upper.error);
    value[i] = upper.sum + lower.sum;
    magnitude[i] = magnitudes[i] * kMagnitudeSlack;
    odd[i] = exact::round_to_odd(upper.sum, lower.sum);
    lost[i] = lost_before[i] + std::abs(lower.error);
    any |= std::bit_cast<std::uint64_t>(lost[i]);
  }
  return any != 0;
}

void BlockScaledPanel::add_block(const BlockScaledOperand& a, const BlockScaledOperand& b, std::int64_t kb) {
  decode(a, kb, a_.data());
  decode(b, kb, b_.data());
  block_gemm(a_.data(), a.rows, b_.data(), b.rows, product_.data());
  const bool weighs = magnitudes_ == Magnitudes::all;
  if (weighs) {
    decode(a, kb, a_weight_.data());
    decode(b, kb, b_weight_.data());
    block_gemm(a_weight_.data(), a.rows, b_weight_.data(), b.rows, weight_.data());
  }
  for (std::int64_t row = 0; row < a.rows; ++row)
    for (std::int64_t column = 0; column < b.rows; column += b.rows_per_scale) {
      const auto first = std::size_t(row * b.rows + column);
      const double scale = a.scale(row, kb) * b.scale(column, kb);
      add_scaled(&product_[first], scale, b.rows_per_scale, sums_from(first));
      if (weighs) add_weights(&weight_[first], scale, b.rows_per_scale, sums_from(first));
    }
}

void BlockScaledPanel::multiply(const BlockScaledOperand& a, const BlockScaledOperand& b) {
  for (std::vector<double>* sums : {&high_, &low_, &lost_, &magnitude_})
    std::fill(sums->begin(), sums->end(), 0.0);
  for (std::int64_t kb = 0; kb < a.k_blocks(); ++kb) add_block(a, b, kb);
  find_nan(a, row_nan_);
  any_column_nan_ = find_nan(b, column_nan_);
}

// Sums an element whose sum two doubles don't hold.
void BlockScaledPanel::sum_exactly(const BlockScaledOperand& a, std::int64_t row, const BlockScaledOperand& b,
                                   std::int64_t column, double addend) {
  exact::ExactSum sum = wide_sum(a, row, b, column);
  sum.add(addend);
  row_.value[std::size_t(column)] = sum.to_double();
  row_.rounded[std::size_t(column)] = sum.round(out_);
}

const BlockScaledPanel::Row& BlockScaledPanel::row(const BlockScaledOperand& a, std::int64_t row,
                                                   const BlockScaledOperand& b, const float* addend) {
  const auto columns = std::size_t(b.rows);
  if (addend == nullptr) {
    std::fill_n(addend_.begin(), columns, 0.0);
  } else {
    std::copy_n(addend, columns, addend_.begin());
  }
  const bool any_lost = finish(sums_from(std::size_t(row) * columns), addend_.data(), b.rows,
                               row_.value.data(), row_.magnitude.data(), odd_.data(), lost_now_.data());
  formats::encode_all(out_, std::span(odd_).first(columns), formats::Overflow::to_special, row_.rounded);
  if (!any_lost && !any_column_nan_ && row_nan_[std::size_t(row)] == 0) return row_;
  for (std::size_t i = 0; i < columns; ++i) {
    if (row_nan_[std::size_t(row)] != 0 || column_nan_[i] != 0 || std::isnan(addend_[i])) {
      row_.value[i] = row_.magnitude[i] = kNan;
      row_.rounded[i] = formats::nan_code(out_);
    } else if (lost_now_[i] != 0) {
      sum_exactly(a, row, b, std::int64_t(i), addend_[i]);
    }
  }
  return row_;
}

}  // namespace lockstep::operators
