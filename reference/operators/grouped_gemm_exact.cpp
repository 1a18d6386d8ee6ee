// Exact results of a grouped GEMM, one panel (rows of one group x columns of its plane) at a time.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "reference/operators/block_scaled_panel.hpp"
#include "reference/operators/grouped_gemm.hpp"

namespace lockstep::operators {
namespace {

constexpr std::int64_t kPanelColumns = BlockScaledPanel::kColumns;

// Active rows from `row` on.
BlockScaledOperand rows_of_a(const GroupedGemm& p, const GroupedGemmData& data, std::int64_t row,
                             std::int64_t rows) {
  const std::uint8_t* const scales = data.a_scale.data() + row * p.k_blocks() * p.scale_bytes();
  return {element_table(*p.element), *p.scale, data.a.data() + row * p.k, scales, 1, rows, p.k};
}

// Columns of the planes from `row` on, of which the first is one of a block of scales.
BlockScaledOperand rows_of_b(const GroupedGemm& p, const GroupedGemmData& data, std::int64_t row,
                             std::int64_t rows) {
  const std::uint8_t* const scales = data.b_scale.data() + row / kScaleBlock * p.k_blocks() * p.scale_bytes();
  return {element_table(*p.element), *p.scale, data.b.data() + row * p.k, scales, kScaleBlock, rows, p.k};
}

// Writes the panel to the results, its first element at (first_row, first_column).
void finish(BlockScaledPanel& panel, const BlockScaledOperand& a, const BlockScaledOperand& b,
            const GroupedGemm& problem, std::int64_t first_row, std::int64_t first_column,
            ExactOutput& result) {
  for (std::int64_t i = 0; i < a.rows; ++i) {
    const std::int64_t at = (first_row + i) * problem.n + first_column;
    const BlockScaledPanel::Row& row = panel.row(a, i, b);
    std::copy_n(row.value.begin(), b.rows, result.value.begin() + at);
    if (!result.magnitude.empty()) std::copy_n(row.magnitude.begin(), b.rows, result.magnitude.begin() + at);
    std::copy_n(row.rounded.begin(), b.rows, result.rounded.begin() + at);
  }
}

// The end of a run of active rows of one group, at most a panel's worth.
std::size_t run_end(const std::vector<ActiveRow>& rows, std::size_t first) {
  std::size_t end = first;
  while (end < rows.size() && rows[end].group == rows[first].group && end - first < BlockScaledPanel::kRows)
    ++end;
  return end;
}

// Looks through all codes of the first row, without a branch: there hardly ever is one.
bool any_nan(const BlockScaledOperand& operand) {
  std::uint8_t found = 0;
  for (std::int64_t i = 0; i < operand.k; ++i) found |= std::uint8_t(operand.table.is_nan(operand.codes[i]));
  return found != 0 || operand.has_nan_scale(0);
}

// The magnitude of the first row of each, without scales. Exact in any order, as a block's sum of values is
// (block_scaled_panel.cpp): four sums do not wait for one another.
double weight_of_block(const BlockScaledOperand& a, const BlockScaledOperand& b, std::int64_t kb) {
  const std::uint8_t *x = a.block(0, kb), *y = b.block(0, kb);
  std::array<double, 4> sums{};
  for (std::size_t i = 0; i < kScaleBlock; ++i)
    sums[i % sums.size()] += double(a.table.weights[x[i]]) * double(b.table.weights[y[i]]);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

double largest_of(const formats::Format& scale, const std::vector<std::uint8_t>& scales) {
  const std::size_t bytes = std::size_t(scale.bits) / 8;
  double largest = 0;
  for (std::size_t at = 0; at < scales.size(); at += bytes) {
    std::uint32_t code = 0;
    std::memcpy(&code, &scales[at], bytes);
    largest = std::max(largest, std::abs(formats::to_double(scale, code)));  // a NaN is passed over
  }
  return largest;
}

}  // namespace

ExactOutput exact(const GroupedGemm& problem, const GroupedGemmData& data, Magnitudes magnitudes) {
  const std::size_t elements = data.rows.size() * std::size_t(problem.n);
  ExactOutput result{std::vector<double>(elements),
                     std::vector<double>(magnitudes == Magnitudes::all ? elements : 0),
                     std::vector<std::uint32_t>(elements)};
  const std::int64_t n = problem.n;
  BlockScaledPanel panel(*problem.out, magnitudes);
  for (std::size_t start = 0, end = 0; start < data.rows.size(); start = end) {
    end = run_end(data.rows, start);
    const auto row = std::int64_t(start);
    const std::int64_t plane = data.plane_of_group[std::size_t(data.rows[start].group)];
    const BlockScaledOperand a = rows_of_a(problem, data, row, std::int64_t(end - start));
    for (std::int64_t column = 0; column < n; column += kPanelColumns) {
      const BlockScaledOperand b =
          rows_of_b(problem, data, plane * n + column, std::min(kPanelColumns, n - column));
      panel.multiply(a, b);
      finish(panel, a, b, problem, row, column, result);
    }
  }
  return result;
}

double magnitude(const GroupedGemm& problem, const GroupedGemmData& data, std::size_t row,
                 std::int64_t column) {
  constexpr double kSlack = 1 + formats::power_of_two(-40);  // sums of blocks are exact, of them not
  const std::int64_t plane = data.plane_of_group[std::size_t(data.rows[row].group)];
  const BlockScaledOperand a = rows_of_a(problem, data, std::int64_t(row), 1),
                           b = rows_of_b(problem, data, plane * problem.n + column, 1);
  if (any_nan(a) || any_nan(b)) return std::numeric_limits<double>::quiet_NaN();
  double sum = 0;
  for (std::int64_t kb = 0; kb < a.k_blocks(); ++kb)
    sum += weight_of_block(a, b, kb) * std::abs(a.scale(0, kb) * b.scale(0, kb));
  return sum * kSlack;
}

double magnitude_limit(const formats::Format& element, std::int64_t k, const formats::Format& scale,
                       const std::vector<std::uint8_t>& a_scale, const std::vector<std::uint8_t>& b_scale) {
  const double largest = formats::to_double(element, formats::largest_finite(element));
  return double(k) * largest * largest * largest_of(scale, a_scale) * largest_of(scale, b_scale);
}

}  // namespace lockstep::operators
