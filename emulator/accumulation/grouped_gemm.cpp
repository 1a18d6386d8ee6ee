#include "emulator/accumulation/grouped_gemm.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "emulator/matrix/multiply.hpp"
#include "reference/formats/float8_e4m3fn.hpp"
#include "reference/formats/float8_e4m3fnuz.hpp"

namespace lockstep::accumulation {
namespace {

using operators::kScaleBlock;

constexpr matrix::Shape kShape = matrix::k16x16x128, kNarrow = matrix::k16x16x32;
constexpr std::size_t kTile = 16;  // rows and columns of the instructions
static_assert(kShape.k == kScaleBlock);

/// One operand of the instruction: up to sixteen rows of A or columns of B, the rest zero.
struct Side {
  alignas(64) std::array<std::uint8_t, matrix::kOperandElements> codes{};
  std::array<std::uint8_t, matrix::kOperandScales> scales{};

  void place(std::size_t index, const std::uint8_t* block, std::uint8_t scale) {
    std::memcpy(codes.data() + index * std::size_t(kShape.k), block, std::size_t(kShape.k));
    std::memset(scales.data() + index * std::size_t(kShape.blocks()), scale, std::size_t(kShape.blocks()));
  }
  matrix::Operand operand() const { return {&formats::float8_e4m3fn, codes.data(), scales.data()}; }
};

/// The same without scales: a quarter of a 128-block. Part p of half h holds k = 64 h + 16 q + 8 p + 0..7.
struct NarrowSide {
  static constexpr std::size_t kRun = 8;  // consecutive k that stay together

  alignas(64) std::array<std::uint8_t, kTile * std::size_t(kNarrow.k)> codes{};

  void place(std::size_t index, const std::uint8_t* block, std::size_t half, std::size_t part) {
    std::uint8_t* to = codes.data() + index * std::size_t(kNarrow.k);
    for (std::size_t q = 0; q < std::size_t(kNarrow.k) / kRun; ++q)
      std::memcpy(to + q * kRun, block + half * 64 + q * 16 + part * kRun, kRun);
  }
  matrix::Operand operand() const { return {&formats::float8_e4m3fnuz, codes.data(), nullptr}; }
};

struct Replay {
  const matrix::Model& model;
  const operators::GroupedGemm& problem;
  const operators::GroupedGemmData& data;
  std::size_t n = std::size_t(problem.n);
  std::size_t k = std::size_t(problem.k);
  std::size_t k_blocks = std::size_t(problem.k_blocks());

  const std::uint8_t* a_block(std::size_t row, std::size_t block) const {
    return data.a.data() + row * k + block * kScaleBlock;
  }
  const std::uint8_t* b_block(std::size_t plane, std::size_t column, std::size_t block) const {
    return data.b.data() + (plane * n + column) * k + block * kScaleBlock;
  }
  std::size_t b_scale(std::size_t plane, std::size_t column, std::size_t block) const {
    return (plane * (n / kScaleBlock) + column / kScaleBlock) * k_blocks + block;
  }

  /// d [16][16]: `rows` against `columns` columns of a plane from `column` on.
  void tile(const std::vector<std::size_t>& rows, std::size_t plane, std::size_t column, std::size_t columns,
            float* d) const {
    if (problem.scale_bytes() == 1) {
      scaled_in_instruction(rows, plane, column, columns, d);
    } else {
      scaled_in_software(rows, plane, column, columns, d);
    }
  }

  void scaled_in_instruction(const std::vector<std::size_t>& rows, std::size_t plane, std::size_t column,
                             std::size_t columns, float* d) const {
    std::fill_n(d, kTile * kTile, 0.0f);
    Side a, b;
    for (std::size_t block = 0; block < k_blocks; ++block) {
      for (std::size_t i = 0; i < rows.size(); ++i)
        a.place(i, a_block(rows[i], block), data.a_scale[rows[i] * k_blocks + block]);
      for (std::size_t j = 0; j < columns; ++j)
        b.place(j, b_block(plane, column + j, block), data.b_scale[b_scale(plane, column + j, block)]);
      matrix::multiply(model, kShape, a.operand(), b.operand(), d, d);
    }
  }

  void scaled_in_software(const std::vector<std::size_t>& rows, std::size_t plane, std::size_t column,
                          std::size_t columns, float* d) const {
    std::fill_n(d, kTile * kTile, 0.0f);
    NarrowSide a, b;
    for (std::size_t half = 0; half < 2 * k_blocks; ++half) {
      const std::size_t block = half / 2;
      alignas(64) float r[kTile * kTile] = {};
      for (std::size_t part = 0; part < 2; ++part) {
        for (std::size_t i = 0; i < rows.size(); ++i) a.place(i, a_block(rows[i], block), half % 2, part);
        for (std::size_t j = 0; j < columns; ++j)
          b.place(j, b_block(plane, column + j, block), half % 2, part);
        matrix::multiply(model, kNarrow, a.operand(), b.operand(), r, r);
      }
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto scale_a = float(operators::scale_at(problem, data.a_scale, rows[i] * k_blocks + block));
        for (std::size_t j = 0; j < columns; ++j) {
          const std::size_t at = b_scale(plane, column + j, block);
          const auto scale_b = float(operators::scale_at(problem, data.b_scale, at));
          const float scaled = r[i * kTile + j] * scale_a;
          d[i * kTile + j] = std::fma(scaled, scale_b, d[i * kTile + j]);
        }
      }
    }
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
