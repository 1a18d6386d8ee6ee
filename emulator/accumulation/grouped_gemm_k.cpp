#include "emulator/accumulation/grouped_gemm_k.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "emulator/accumulation/block_scaled_tile.hpp"

namespace lockstep::accumulation {
namespace {

using operators::kScaleBlock;

constexpr std::int64_t kTile = 16;  // rows and columns of the instructions

/// One group's part of an operand: rows of A or columns of B, as in GroupedGemmKData.
struct Part {
  const std::uint8_t *codes, *scales;
  std::int64_t width, k, scale_row;

  std::span<const BlockScaledRow> rows(std::int64_t first, std::array<BlockScaledRow, kTile>& out) const {
    const std::int64_t count = std::min(kTile, width - first);
    for (std::int64_t i = 0; i < count; ++i)
      out[std::size_t(i)] = {codes + (first + i) * k, scales + (first + i) * scale_row};
    return std::span(out).first(std::size_t(count));
  }
};

}  // namespace

std::vector<std::uint32_t> expected_bits(const matrix::Model& model, const operators::GroupedGemmK& p,
                                         const operators::GroupedGemmKData& data) {
  const std::vector<std::int64_t> written = operators::written_groups(p);
  std::vector<std::uint32_t> bits(written.size() * std::size_t(p.m * p.n));
  for (std::size_t i = 0; i < data.c.size(); ++i) bits[i] = std::bit_cast<std::uint32_t>(data.c[i]);
  const std::vector<std::int64_t> starts = operators::k_starts(p);
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
    for (std::int64_t row = 0; row < p.m; row += kTile)
      for (std::int64_t column = 0; column < p.n; column += kTile) {
        std::array<BlockScaledRow, kTile> x{}, y{};
        const auto rows = a.rows(row, x), columns = b.rows(column, y);
        alignas(64) float sum[kTile * kTile];
        block_scaled_tile(model, *p.scale, rows, columns, blocks, sum);
        for (std::size_t i = 0; i < rows.size(); ++i)
          for (std::size_t j = 0; j < columns.size(); ++j) {
            const std::size_t at =
                std::size_t((std::int64_t(w) * p.m + row) * p.n + column) + i * std::size_t(p.n) + j;
            const float x_sum = sum[i * std::size_t(kTile) + j];
            bits[at] = std::bit_cast<std::uint32_t>(data.c.empty() ? x_sum : data.c[at] + x_sum);
          }
      }
  }
  return bits;
}

}  // namespace lockstep::accumulation
