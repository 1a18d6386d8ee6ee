// Exact results of a grouped GEMM, one panel (rows of one group x columns of its plane) at a time.
#include <algorithm>
#include <cmath>
#include <limits>

#include "block_gemm.hpp"
#include "block_scaled_operand.hpp"
#include "grouped_gemm.hpp"
#include "reference/exact/exact_sum.hpp"
#include "reference/exact/two_sum.hpp"

namespace lockstep::operators {
namespace {

constexpr std::int64_t kPanelRows = 128;
constexpr std::int64_t kPanelColumns = 256;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Products of two e4m3fn values are multiples of 2^-18 up to 448^2: a block of 128 is an integer of 43 bits.
static_assert(std::int64_t{kScaleBlock} * 448 * 448 < std::int64_t{1} << (53 - 18));
// Those of e4m3fnuz values are multiples of 2^-20 up to 240^2.
static_assert(std::int64_t{kScaleBlock} * 240 * 240 < std::int64_t{1} << (53 - 20));
// The magnitudes are summed in binary32, 127 roundings of 2^-24 each; this raises them back above the exact
// sum.
constexpr double kMagnitudeSlack = 1 + formats::power_of_two(-16);

// Scratch of one panel, reused for all of them; matrices are [rows of a][rows of b].
struct Panel {
  std::vector<double> a = std::vector<double>(kPanelRows * kScaleBlock);
  std::vector<double> b = std::vector<double>(kPanelColumns * kScaleBlock);
  std::vector<double> product = std::vector<double>(kPanelRows * kPanelColumns);
  std::vector<float> a_weight = std::vector<float>(kPanelRows * kScaleBlock);
  std::vector<float> b_weight = std::vector<float>(kPanelColumns * kScaleBlock);
  std::vector<float> weight = std::vector<float>(kPanelRows * kPanelColumns);
  // The running exact::PairSum of every element, as arrays so that the loop over them vectorises.
  std::vector<double> high = std::vector<double>(kPanelRows * kPanelColumns);
  std::vector<double> low = high;
  std::vector<double> lost = high;
  std::vector<double> magnitude = high;

  void clear() {
    for (std::vector<double>* sums : {&high, &low, &lost, &magnitude})
      std::fill(sums->begin(), sums->end(), 0.0);
  }
};

void add(Panel& panel, std::size_t i, double x) {
  const exact::TwoSum first = exact::two_sum(panel.high[i], x);
  const exact::TwoSum second = exact::two_sum(panel.low[i], first.error);
  panel.high[i] = first.sum;
  panel.low[i] = second.sum;
  panel.lost[i] += std::abs(second.error);
}

// What x * y leaves out when it is rounded; exact, as products of block sums and scales keep far from the
// ends of double.
double left_out(double x, double y) {
  return std::fma(x, y, -(x * y));
}

bool is_power_of_two(double scale) {
  return scale == 0 || std::abs(scale) == formats::power_of_two(std::ilogb(scale));
}

void add_scaled(Panel& panel, std::int64_t start, double scale) {
  const double magnitude = std::abs(scale);
  for (auto i = std::size_t(start); i < std::size_t(start + kScaleBlock); ++i) {
    add(panel, i, panel.product[i] * scale);
    panel.magnitude[i] += double(panel.weight[i]) * magnitude;
  }
  if (is_power_of_two(scale)) return;
  for (auto i = std::size_t(start); i < std::size_t(start + kScaleBlock); ++i)
    add(panel, i, left_out(panel.product[i], scale));
}

void add_block(Panel& panel, const BlockScaledOperand& a, const BlockScaledOperand& b, std::int64_t kb) {
  a.decode(kb, a.table.values, panel.a.data());
  b.decode(kb, b.table.values, panel.b.data());
  block_gemm(panel.a.data(), a.rows, panel.b.data(), b.rows, panel.product.data());
  a.decode(kb, a.table.weights, panel.a_weight.data());
  b.decode(kb, b.table.weights, panel.b_weight.data());
  block_gemm(panel.a_weight.data(), a.rows, panel.b_weight.data(), b.rows, panel.weight.data());
  for (std::int64_t row = 0; row < a.rows; ++row)
    for (std::int64_t column = 0; column < b.rows; column += kScaleBlock)
      add_scaled(panel, row * b.rows + column, a.scale(row, kb) * b.scale(column, kb));
}

struct Element {
  double value;
  std::uint32_t rounded;
};

Element pair_element(double high, double low, const formats::Format& out) {
  const double odd = exact::round_to_odd(high, low);
  return {high + low, formats::encode_nearest_even(out, odd, formats::Overflow::to_special)};
}

// For elements whose blocks spread over more bits than two doubles hold.
Element wide_element(const BlockScaledOperand& a, std::int64_t row, const BlockScaledOperand& b,
                     std::int64_t column, const formats::Format& out) {
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
  return {sum.to_double(), sum.round(out)};
}

std::vector<bool> rows_with_nan(const BlockScaledOperand& operand) {
  std::vector<bool> nan(std::size_t(operand.rows));
  for (std::int64_t row = 0; row < operand.rows; ++row) nan[std::size_t(row)] = operand.has_nan(row);
  return nan;
}

// Writes the panel to the results, its first element at (first_row, first_column).
void finish(const Panel& panel, const BlockScaledOperand& a, const BlockScaledOperand& b,
            const GroupedGemm& problem, std::int64_t first_row, std::int64_t first_column,
            GroupedGemmExact& result) {
  const std::vector<bool> row_nan = rows_with_nan(a), column_nan = rows_with_nan(b);
  const formats::Format& out = *problem.out;
  for (std::int64_t row = 0; row < a.rows; ++row) {
    for (std::int64_t column = 0; column < b.rows; ++column) {
      const auto i = std::size_t(row * b.rows + column);
      const auto at = std::size_t((first_row + row) * problem.n + first_column + column);
      const bool nan = row_nan[std::size_t(row)] || column_nan[std::size_t(column)];
      const Element element = nan                  ? Element{kNan, formats::nan_code(out)}
                              : panel.lost[i] == 0 ? pair_element(panel.high[i], panel.low[i], out)
                                                   : wide_element(a, row, b, column, out);
      result.value[at] = element.value;
      result.magnitude[at] = nan ? kNan : panel.magnitude[i] * kMagnitudeSlack;
      result.rounded[at] = std::uint16_t(element.rounded);
    }
  }
}

// The end of a run of active rows of one group, at most a panel's worth.
std::size_t run_end(const std::vector<ActiveRow>& rows, std::size_t first) {
  std::size_t end = first;
  while (end < rows.size() && rows[end].group == rows[first].group && end - first < kPanelRows) ++end;
  return end;
}

}  // namespace

GroupedGemmExact exact(const GroupedGemm& problem, const GroupedGemmData& data) {
  const std::size_t elements = data.rows.size() * std::size_t(problem.n);
  GroupedGemmExact result{std::vector<double>(elements), std::vector<double>(elements),
                          std::vector<std::uint16_t>(elements)};
  const std::int64_t n = problem.n, k = problem.k;
  const std::int64_t scale_row = problem.k_blocks() * problem.scale_bytes();
  const ElementTable& table = element_table(problem);
  Panel panel;
  for (std::size_t start = 0, end = 0; start < data.rows.size(); start = end) {
    end = run_end(data.rows, start);
    const auto row = std::int64_t(start);
    const std::int64_t plane = data.plane_of_group[std::size_t(data.rows[start].group)];
    const BlockScaledOperand a{table,
                               *problem.scale,
                               data.a.data() + row * k,
                               data.a_scale.data() + row * scale_row,
                               1,
                               std::int64_t(end - start),
                               k};
    for (std::int64_t column = 0; column < n; column += kPanelColumns) {
      const std::int64_t b_row = plane * n + column;
      const BlockScaledOperand b{table,
                                 *problem.scale,
                                 data.b.data() + b_row * k,
                                 data.b_scale.data() + b_row / kScaleBlock * scale_row,
                                 kScaleBlock,
                                 std::min(kPanelColumns, n - column),
                                 k};
      panel.clear();
      for (std::int64_t kb = 0; kb < problem.k_blocks(); ++kb) add_block(panel, a, b, kb);
      finish(panel, a, b, problem, row, column, result);
    }
  }
  return result;
}

}  // namespace lockstep::operators
