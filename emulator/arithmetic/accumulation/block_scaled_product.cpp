#include "emulator/arithmetic/accumulation/block_scaled_product.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "emulator/arch/arch.hpp"
#include "emulator/arithmetic/matrix/fast/multiplication.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::accumulation {
namespace {

constexpr matrix::Shape kNarrow = matrix::k16x16x32;
constexpr std::size_t kTile = Panel::kTile, kBlock = Panel::kStep;

using Rows = std::span<const BlockScaledRow>;

/// One operand of the unscaled instruction: up to sixteen rows of A or columns of B, the rest zero, a quarter
/// of a 128-block. Part p of half h holds k = 64 h + 16 q + 8 p + 0..7.
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

float float_scale(const BlockScaledRow& row, std::size_t block) {
  float scale = 0;
  std::memcpy(&scale, row.scales + block * sizeof scale, sizeof scale);
  return scale;
}

/// The sum of one 16x16 tile, d [16][16], with scales that act behind the instruction.
void tile_scaled_in_software(const matrix::Model& model, Rows a, Rows b, std::size_t k_blocks, float* d) {
  NarrowSide x, y;
  std::fill_n(d, kTile * kTile, 0.0f);
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

Rows tile_of(Rows all, std::size_t first) {
  return all.subspan(first, std::min(kTile, all.size() - first));
}

void scaled_in_software(const matrix::Model& model, Rows a, Rows b, std::size_t k_blocks, float* d) {
  for (std::size_t row = 0; row < a.size(); row += kTile)
    for (std::size_t column = 0; column < b.size(); column += kTile) {
      alignas(64) float tile[kTile * kTile];
      const Rows x = tile_of(a, row), y = tile_of(b, column);
      tile_scaled_in_software(model, x, y, k_blocks, tile);
      for (std::size_t i = 0; i < x.size(); ++i)
        std::copy_n(&tile[i * kTile], y.size(), d + (row + i) * b.size() + column);
    }
}

}  // namespace

BlockScaledProduct::BlockScaledProduct(const matrix::Model& model, const formats::Format& scale)
    : model_(model), b_first_(arch::has(model.arch, arch::Feature::wmma)) {
  if (scale.bits == 8) panel_.emplace(model, formats::float8_e4m3fn, formats::float8_e4m3fn);
}

void BlockScaledProduct::scaled_in_instruction(Rows a, Rows b, std::size_t k_blocks, float* d) {
  const Rows first = b_first_ ? b : a, second = b_first_ ? a : b;
  panel_->begin(first.size(), second.size());
  for (std::size_t block = 0; block < k_blocks; ++block) {
    for (std::size_t i = 0; i < first.size(); ++i) {
      std::copy_n(first[i].codes + block * kBlock, kBlock, panel_->a_codes(i).begin());
      std::ranges::fill(panel_->a_scales(i), first[i].scales[block]);
    }
    for (std::size_t j = 0; j < second.size(); ++j) {
      std::copy_n(second[j].codes + block * kBlock, kBlock, panel_->b_codes(j).begin());
      std::ranges::fill(panel_->b_scales(j), second[j].scales[block]);
    }
    panel_->add_step();
  }
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) *d++ = b_first_ ? panel_->sum(j, i) : panel_->sum(i, j);
}

void BlockScaledProduct::multiply(Rows a, Rows b, std::int64_t k_blocks, float* d) {
  if (panel_) {
    scaled_in_instruction(a, b, std::size_t(k_blocks), d);
  } else {
    scaled_in_software(model_, a, b, std::size_t(k_blocks), d);
  }
}

}  // namespace lockstep::accumulation
