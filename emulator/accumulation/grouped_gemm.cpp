#include "emulator/accumulation/grouped_gemm.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "emulator/accumulation/block_scaled_tile.hpp"

namespace lockstep::accumulation {
namespace {

using operators::kScaleBlock;

constexpr std::size_t kTile = 16;  // rows and columns of the instructions

struct Replay {
  const matrix::Model& model;
  const operators::GroupedGemm& problem;
  const operators::GroupedGemmData& data;
  std::size_t n = std::size_t(problem.n);
  std::size_t k = std::size_t(problem.k);
  std::size_t scale_row = std::size_t(problem.k_blocks() * problem.scale_bytes());

  BlockScaledRow row(std::size_t i) const {
    return {data.a.data() + i * k, data.a_scale.data() + i * scale_row};
  }
  BlockScaledRow column(std::size_t plane, std::size_t j) const {
    const std::size_t block = plane * (n / kScaleBlock) + j / kScaleBlock;
    return {data.b.data() + (plane * n + j) * k, data.b_scale.data() + block * scale_row};
  }

  /// d [16][16]: `rows` against `columns` columns of a plane from `first` on.
  void tile(const std::vector<std::size_t>& rows, std::size_t plane, std::size_t first, std::size_t columns,
            float* d) const {
    std::array<BlockScaledRow, kTile> a{}, b{};
    for (std::size_t i = 0; i < rows.size(); ++i) a[i] = row(rows[i]);
    for (std::size_t j = 0; j < columns; ++j) b[j] = column(plane, first + j);
    block_scaled_tile(model, *problem.scale, std::span(a).first(rows.size()), std::span(b).first(columns),
                      problem.k_blocks(), d);
  }
};

/// Indices of the active rows, sixteen or fewer of one plane at a time.
std::vector<std::vector<std::size_t>> batches(const operators::GroupedGemmData& data) {
  std::vector<std::vector<std::size_t>> full;
  std::vector<std::vector<std::size_t>> open(data.plane_of_group.size());
  for (std::size_t i = 0; i < data.rows.size(); ++i) {
    std::vector<std::size_t>& batch = open[std::size_t(data.rows[i].group)];
    batch.push_back(i);
    if (batch.size() == kTile) full.push_back(std::exchange(batch, {}));
  }
  for (std::vector<std::size_t>& batch : open)
    if (!batch.empty()) full.push_back(std::move(batch));
  return full;
}

std::uint16_t encode(const formats::Format& out, float x) {
  if (x != x) return std::uint16_t(formats::nan_code(out));
  return std::uint16_t(formats::encode_nearest_even(out, double(x), formats::Overflow::to_special));
}

}  // namespace

std::vector<std::uint16_t> expected_bits(const matrix::Model& model, const operators::GroupedGemm& problem,
                                         const operators::GroupedGemmData& data) {
  const Replay replay{model, problem, data};
  std::vector<std::uint16_t> bits(data.rows.size() * replay.n);
  for (const std::vector<std::size_t>& rows : batches(data)) {
    const auto plane = std::size_t(data.plane_of_group[std::size_t(data.rows[rows[0]].group)]);
    for (std::size_t column = 0; column < replay.n; column += kTile) {
      alignas(64) float d[kTile * kTile];
      const std::size_t columns = std::min(kTile, replay.n - column);
      replay.tile(rows, plane, column, columns, d);
      for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < columns; ++j)
          bits[rows[i] * replay.n + column + j] = encode(*problem.out, d[i * kTile + j]);
    }
  }
  return bits;
}

}  // namespace lockstep::accumulation
