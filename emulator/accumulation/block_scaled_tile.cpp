#include "emulator/accumulation/block_scaled_tile.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "emulator/matrix/multiply.hpp"
#include "reference/formats/float8_e4m3fn.hpp"
#include "reference/formats/float8_e4m3fnuz.hpp"

namespace lockstep::accumulation {
namespace {

constexpr matrix::Shape kShape = matrix::k16x16x128, kNarrow = matrix::k16x16x32;
constexpr std::size_t kTile = 16;  // rows and columns of the instructions
constexpr std::size_t kBlock = std::size_t(kShape.k);

/// One operand of the instruction: up to sixteen rows of A or columns of B, the rest zero.
struct Side {
  alignas(64) std::array<std::uint8_t, matrix::kOperandElements> codes{};
  std::array<std::uint8_t, matrix::kOperandScales> scales{};

  void place(std::span<const BlockScaledRow> rows, std::size_t block) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::memcpy(codes.data() + i * kBlock, rows[i].codes + block * kBlock, kBlock);
      std::memset(scales.data() + i * std::size_t(kShape.blocks()), rows[i].scales[block],
                  std::size_t(kShape.blocks()));
    }
  }
  matrix::Operand operand() const { return {&formats::float8_e4m3fn, codes.data(), scales.data()}; }
};

/// The same without scales: a quarter of a 128-block. Part p of half h holds k = 64 h + 16 q + 8 p + 0..7.
struct NarrowSide {
  static constexpr std::size_t kRun = 8;  // consecutive k that stay together

  alignas(64) std::array<std::uint8_t, kTile * std::size_t(kNarrow.k)> codes{};

  void place(std::span<const BlockScaledRow> rows, std::size_t half, std::size_t part) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::uint8_t* to = codes.data() + i * std::size_t(kNarrow.k);
      for (std::size_t q = 0; q < std::size_t(kNarrow.k) / kRun; ++q)
        std::memcpy(to + q * kRun, rows[i].codes + half * 64 + q * 16 + part * kRun, kRun);
    }
  }
  matrix::Operand operand() const { return {&formats::float8_e4m3fnuz, codes.data(), nullptr}; }
};

void scaled_in_instruction(const matrix::Model& model, std::span<const BlockScaledRow> a,
                           std::span<const BlockScaledRow> b, std::size_t k_blocks, float* d) {
  Side x, y;
  for (std::size_t block = 0; block < k_blocks; ++block) {
    x.place(a, block);
    y.place(b, block);
    matrix::multiply(model, kShape, x.operand(), y.operand(), d, d);
  }
}

float float_scale(const BlockScaledRow& row, std::size_t block) {
  float scale = 0;
  std::memcpy(&scale, row.scales + block * sizeof scale, sizeof scale);
  return scale;
}

void scaled_in_software(const matrix::Model& model, std::span<const BlockScaledRow> a,
                        std::span<const BlockScaledRow> b, std::size_t k_blocks, float* d) {
  NarrowSide x, y;
  for (std::size_t half = 0; half < 2 * k_blocks; ++half) {
    alignas(64) float r[kTile * kTile] = {};
    for (std::size_t part = 0; part < 2; ++part) {
      x.place(a, half, part);
      y.place(b, half, part);
      matrix::multiply(model, kNarrow, x.operand(), y.operand(), r, r);
    }
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t j = 0; j < b.size(); ++j) {
        const float scaled = r[i * kTile + j] * float_scale(a[i], half / 2);
        d[i * kTile + j] = std::fma(scaled, float_scale(b[j], half / 2), d[i * kTile + j]);
      }
  }
}

}  // namespace

void block_scaled_tile(const matrix::Model& model, const formats::Format& scale,
                       std::span<const BlockScaledRow> a, std::span<const BlockScaledRow> b,
                       std::int64_t k_blocks, float* d) {
  std::fill_n(d, kTile * kTile, 0.0f);
  if (scale.bits == 8) {
    scaled_in_instruction(model, a, b, std::size_t(k_blocks), d);
  } else {
    scaled_in_software(model, a, b, std::size_t(k_blocks), d);
  }
}

}  // namespace lockstep::accumulation
