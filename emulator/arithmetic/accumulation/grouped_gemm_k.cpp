#include "emulator/arithmetic/accumulation/grouped_gemm_k.hpp"

#include <algorithm>
#include <bit>

#include "emulator/arithmetic/accumulation/block_scaled_product.hpp"

namespace lockstep::accumulation {
namespace {

using operators::kScaleBlock;

constexpr auto kWidth = std::int64_t(Panel::kWidth);

using Rows = std::vector<BlockScaledRow>;

/// One group's part of an operand: rows of A or columns of B, as in GroupedGemmKData.
struct Part {
  const std::uint8_t *codes, *scales;
  std::int64_t width, k, scale_row;

  Rows rows(std::int64_t first) const {
    Rows all;
    for (std::int64_t i = first; i < std::min(first + kWidth, width); ++i)
      all.push_back({codes + i * k, scales + i * scale_row});
    return all;
  }
};

}  // namespace

std::vector<std::uint32_t> expected_bits(const matrix::Model& model, const operators::GroupedGemmK& p,
                                         const operators::GroupedGemmKData& data) {
  const std::vector<std::int64_t> written = operators::written_groups(p);
  std::vector<std::uint32_t> bits(written.size() * std::size_t(p.m * p.n));
  for (std::size_t i = 0; i < data.c.size(); ++i) bits[i] = std::bit_cast<std::uint32_t>(data.c[i]);
  const std::vector<std::int64_t> starts = operators::k_starts(p);
  BlockScaledProduct product(model, *p.scale);
  std::vector<float> sums(Panel::kWidth * Panel::kWidth);
  for (std::size_t w = 0; w < written.size(); ++w) {
    const auto g = std::size_t(written[w]);
    const std::int64_t start = starts[g], k = p.ks[g];
    if (k == 0) continue;
    const std::int64_t blocks = k / kScaleBlock, before = start / kScaleBlock;
    const auto part = [&](const std::vector<std::uint8_t>& codes, const std::vector<std::uint8_t>& scales,
                          std::int64_t width) {
      return Part{codes.data() + width * start, scales.data() + width * before * p.scale_bytes(), width, k,
                  blocks * p.scale_bytes()};
    };
    const Part a = part(data.a, data.a_scale, p.m), b = part(data.b, data.b_scale, p.n);
    for (std::int64_t row = 0; row < p.m; row += kWidth)
      for (std::int64_t column = 0; column < p.n; column += kWidth) {
        const Rows rows = a.rows(row), columns = b.rows(column);
        product.multiply(rows, columns, blocks, sums.data());
        for (std::size_t i = 0; i < rows.size(); ++i)
          for (std::size_t j = 0; j < columns.size(); ++j) {
            const std::size_t at =
                std::size_t((std::int64_t(w) * p.m + row) * p.n + column) + i * std::size_t(p.n) + j;
            const float sum = sums[i * columns.size() + j];
            bits[at] = std::bit_cast<std::uint32_t>(data.c.empty() ? sum : data.c[at] + sum);
          }
      }
  }
  return bits;
}

}  // namespace lockstep::accumulation
