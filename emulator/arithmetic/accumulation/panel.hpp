// Sums of 16x16x128 matrix instructions over a panel of the output. A step of an operand is laid out and
// decoded once for all tiles of the other operand that it meets.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "emulator/arithmetic/matrix/fast/multiplication.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::accumulation {

/// The indices of rows in batches, each of at most `most` rows of one of `groups`. `group` of a row: its
/// group's number.
template <typename Row, typename Group>
std::vector<std::vector<std::size_t>> batches(const std::vector<Row>& rows, Group Row::* group,
                                              std::size_t groups, std::size_t most) {
  std::vector<std::vector<std::size_t>> full, open(groups);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<std::size_t>& batch = open[std::size_t(rows[i].*group)];
    batch.push_back(i);
    if (batch.size() == most) full.push_back(std::exchange(batch, {}));
  }
  for (std::vector<std::size_t>& batch : open)
    if (!batch.empty()) full.push_back(std::move(batch));
  return full;
}

class Panel {
 public:
  static constexpr std::size_t kWidth = 128;  ///< most rows, and most columns, of a panel
  static constexpr std::size_t kTile = 16;    ///< rows and columns of an instruction
  static constexpr std::size_t kStep = 128;   ///< k of an instruction
  static constexpr std::size_t kStepScales = 4;

  Panel(const matrix::Model& model, const formats::Format& a, const formats::Format& b);

  /// Starts a panel of `rows` rows and `columns` columns: sums are +0, operands zeros with scales of 1.
  void begin(std::size_t rows, std::size_t columns);

  /// Where the caller puts the next step's elements of a row of A, one per byte; likewise for B and for
  /// scales.
  std::span<std::uint8_t, kStep> a_codes(std::size_t row) { return codes(a_, row); }
  std::span<std::uint8_t, kStep> b_codes(std::size_t column) { return codes(b_, column); }
  std::span<std::uint8_t, kStepScales> a_scales(std::size_t row) { return scales(a_, row); }
  std::span<std::uint8_t, kStepScales> b_scales(std::size_t column) { return scales(b_, column); }
  /// Adds the step to all tiles, with one instruction each.
  void add_step();

  float sum(std::size_t row, std::size_t column) const {
    return tile(row / kTile, column / kTile)[row % kTile * kTile + column % kTile];
  }

 private:
  static constexpr matrix::Shape kShape = matrix::k16x16x128;
  static constexpr std::size_t kTiles = kWidth / kTile;
  static_assert(kShape.m == int(kTile) && kShape.k == int(kStep) && kShape.blocks() == int(kStepScales));

  struct Fragment {
    alignas(64) std::array<std::uint8_t, matrix::kOperandElements> codes;
    std::array<std::uint8_t, matrix::kOperandScales> scales;
    matrix::DecodedOperand decoded;
  };
  struct Operand {
    const formats::Format& format;
    matrix::Side side;
    std::size_t tiles = 0;
    std::vector<Fragment> fragments = std::vector<Fragment>(kTiles);
  };

  static std::span<std::uint8_t, kStep> codes(Operand& operand, std::size_t index) {
    auto& all = operand.fragments[index / kTile].codes;
    return std::span<std::uint8_t, kStep>(all.data() + index % kTile * kStep, kStep);
  }
  static std::span<std::uint8_t, kStepScales> scales(Operand& operand, std::size_t index) {
    auto& all = operand.fragments[index / kTile].scales;
    return std::span<std::uint8_t, kStepScales>(all.data() + index % kTile * kStepScales, kStepScales);
  }
  static void begin(Operand& operand, std::size_t width);
  void decode(Operand& operand);

  const float* tile(std::size_t row, std::size_t column) const {
    return sums_.data() + (row * kTiles + column) * kTile * kTile;
  }

  host::SimdLevel level_ = host::best_simd_level();
  matrix::Multiplication multiply_;
  Operand a_, b_;
  std::vector<float> sums_;  ///< [tile of rows][tile of columns][16][16]
};

}  // namespace lockstep::accumulation
