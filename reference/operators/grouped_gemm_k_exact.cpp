// Exact results of a grouped GEMM whose groups cut the reduction, one panel at a time.
#include <algorithm>
#include <bit>

#include "reference/formats/formats.hpp"
#include "reference/operators/block_scaled_panel.hpp"
#include "reference/operators/grouped_gemm_k.hpp"

namespace lockstep::operators {
namespace {

/// One group's part of an operand: `width` rows of A or columns of B.
struct GroupOperand {
  const GroupedGemmK& problem;
  const std::vector<std::uint8_t>&codes, &scales;
  std::int64_t width, k_start, k;

  BlockScaledOperand panel(std::int64_t first, std::int64_t most) const {
    const std::int64_t blocks = k / kScaleBlock, bytes = problem.scale_bytes();
    return {element_table(*problem.element),
            *problem.scale,
            codes.data() + width * k_start + first * k,
            scales.data() + (width * (k_start / kScaleBlock) + first * blocks) * bytes,
            1,
            std::min(most, width - first),
            k};
  }
};

void keep_addend(const GroupedGemmKData& data, std::size_t first, std::size_t count, ExactOutput& result) {
  if (data.c.empty()) return;
  for (std::size_t i = first; i < first + count; ++i) {
    result.value[i] = double(data.c[i]);
    result.rounded[i] = std::bit_cast<std::uint32_t>(data.c[i]);
  }
}

}  // namespace

ExactOutput exact(const GroupedGemmK& p, const GroupedGemmKData& data) {
  const std::vector<std::int64_t> written = written_groups(p);
  const auto plane = std::size_t(p.m * p.n), elements = written.size() * plane;
  ExactOutput result{std::vector<double>(elements), std::vector<double>(elements),
                     std::vector<std::uint32_t>(elements)};
  const std::vector<std::int64_t> starts = k_starts(p);
  BlockScaledPanel panel(formats::float32, Magnitudes::all);
  for (std::size_t w = 0; w < written.size(); ++w) {
    const auto g = std::size_t(written[w]);
    if (p.ks[g] == 0) {
      keep_addend(data, w * plane, plane, result);
      continue;
    }
    const GroupOperand rows{p, data.a, data.a_scale, p.m, starts[g], p.ks[g]};
    const GroupOperand columns{p, data.b, data.b_scale, p.n, starts[g], p.ks[g]};
    for (std::int64_t i = 0; i < p.m; i += BlockScaledPanel::kRows)
      for (std::int64_t j = 0; j < p.n; j += BlockScaledPanel::kColumns) {
        const BlockScaledOperand a = rows.panel(i, BlockScaledPanel::kRows),
                                 b = columns.panel(j, BlockScaledPanel::kColumns);
        panel.multiply(a, b);
        for (std::int64_t row = 0; row < a.rows; ++row) {
          const std::int64_t at = std::int64_t(w * plane) + (i + row) * p.n + j;
          const float* const addend = data.c.empty() ? nullptr : data.c.data() + at;
          const BlockScaledPanel::Row& sums = panel.row(a, row, b, addend);
          std::copy_n(sums.value.begin(), b.rows, result.value.begin() + at);
          std::copy_n(sums.magnitude.begin(), b.rows, result.magnitude.begin() + at);
          std::copy_n(sums.rounded.begin(), b.rows, result.rounded.begin() + at);
        }
      }
  }
  return result;
}

}  // namespace lockstep::operators
