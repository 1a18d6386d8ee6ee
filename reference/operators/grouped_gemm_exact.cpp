// Exact results of a grouped GEMM, one panel (rows of one group x columns of its plane) at a time.
#include <algorithm>

#include "block_scaled_panel.hpp"
#include "grouped_gemm.hpp"

namespace lockstep::operators {
namespace {

constexpr std::int64_t kPanelColumns = BlockScaledPanel::kColumns;

// Writes the panel to the results, its first element at (first_row, first_column).
void finish(BlockScaledPanel& panel, const BlockScaledOperand& a, const BlockScaledOperand& b,
            const GroupedGemm& problem, std::int64_t first_row, std::int64_t first_column,
            GroupedGemmExact& result) {
  for (std::int64_t i = 0; i < a.rows; ++i) {
    const std::int64_t at = (first_row + i) * problem.n + first_column;
    const BlockScaledPanel::Row& row = panel.row(a, i, b);
    std::copy_n(row.value.begin(), b.rows, result.value.begin() + at);
    std::copy_n(row.magnitude.begin(), b.rows, result.magnitude.begin() + at);
    std::transform(row.rounded.begin(), row.rounded.begin() + b.rows, result.rounded.begin() + at,
                   [](std::uint32_t code) { return std::uint16_t(code); });
  }
}

// The end of a run of active rows of one group, at most a panel's worth.
std::size_t run_end(const std::vector<ActiveRow>& rows, std::size_t first) {
  std::size_t end = first;
  while (end < rows.size() && rows[end].group == rows[first].group && end - first < BlockScaledPanel::kRows)
    ++end;
  return end;
}

}  // namespace

GroupedGemmExact exact(const GroupedGemm& problem, const GroupedGemmData& data) {
  const std::size_t elements = data.rows.size() * std::size_t(problem.n);
  GroupedGemmExact result{std::vector<double>(elements), std::vector<double>(elements),
                          std::vector<std::uint16_t>(elements)};
  const std::int64_t n = problem.n, k = problem.k;
  const std::int64_t scale_row = problem.k_blocks() * problem.scale_bytes();
  const ElementTable& table = element_table(*problem.element);
  BlockScaledPanel panel(*problem.out);
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
      panel.multiply(a, b);
      finish(panel, a, b, problem, row, column, result);
    }
  }
  return result;
}

}  // namespace lockstep::operators
