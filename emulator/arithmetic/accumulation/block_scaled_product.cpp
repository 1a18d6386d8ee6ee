#include "emulator/arithmetic/accumulation/block_scaled_product.hpp"

#include <algorithm>
#include <array>

#include "reference/formats/formats.hpp"

namespace lockstep::accumulation {
namespace {

constexpr std::size_t kTile = Panel::kTile, kBlock = Panel::kStep, kDepth = std::size_t(matrix::k16x16x32.k);

/// One operand of the unscaled instruction: up to sixteen rows of A or columns of B, the rest zero, a quarter
/// of a 128-block. Part p of half h holds k = 64 h + 16 q + 8 p + 0..7.
template <typename Arithmetic>
struct NarrowSide {
  static constexpr std::size_t kRun = 8;  // consecutive k that stay together

  explicit NarrowSide(const Arithmetic& arithmetic) { codes.fill(arithmetic.code(0)); }

  alignas(64) std::array<typename Arithmetic::Code, kTile * kDepth> codes;

  void place(typename BlockScaledProduct<Arithmetic>::Rows rows, std::size_t half, std::size_t part) {
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t q = 0; q < kDepth / kRun; ++q)
        std::copy_n(rows[i].codes + half * 64 + q * 16 + part * kRun, kRun, &codes[i * kDepth + q * kRun]);
  }
};

template <typename Rows>
Rows tile_of(Rows all, std::size_t first) {
  return all.subspan(first, std::min(kTile, all.size() - first));
}

}  // namespace

/// Computes the sum of one 16x16 tile, d [16][16], with scales that act behind the instruction.
template <typename Arithmetic>
void BlockScaledProduct<Arithmetic>::tile_scaled_in_software(Rows a, Rows b, std::size_t k_blocks,
                                                             Sum* d) const {
  const Arithmetic& of = arithmetic_;
  NarrowSide<Arithmetic> x(of), y(of);
  std::fill_n(d, kTile * kTile, of.number(0));
  for (std::size_t half = 0; half < 2 * k_blocks; ++half) {
    alignas(64) std::array<Sum, kTile * kTile> r;
    r.fill(of.number(0));
    for (std::size_t part = 0; part < 2; ++part) {
      x.place(a, half, part);
      y.place(b, half, part);
      of.multiply_narrow(formats::float8_e4m3fnuz, y.codes.data(), x.codes.data(), r.data());  // r [b][a]
    }
    const std::size_t scale = half / 2 * sizeof(float);
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t j = 0; j < b.size(); ++j) {
        const Sum scaled = of.times(r[j * kTile + i], of.word(a[i].scales + scale));
        d[i * kTile + j] = of.fused(scaled, of.word(b[j].scales + scale), d[i * kTile + j]);
      }
  }
}

template <typename Arithmetic>
void BlockScaledProduct<Arithmetic>::scaled_in_software(Rows a, Rows b, std::size_t k_blocks, Sum* d) const {
  for (std::size_t row = 0; row < a.size(); row += kTile)
    for (std::size_t column = 0; column < b.size(); column += kTile) {
      alignas(64) std::array<Sum, kTile * kTile> tile;
      const Rows x = tile_of(a, row), y = tile_of(b, column);
      tile_scaled_in_software(x, y, k_blocks, tile.data());
      for (std::size_t i = 0; i < x.size(); ++i)
        std::copy_n(&tile[i * kTile], y.size(), d + (row + i) * b.size() + column);
    }
}

template <typename Arithmetic>
BlockScaledProduct<Arithmetic>::BlockScaledProduct(const Arithmetic& arithmetic, const formats::Format& scale)
    : arithmetic_(arithmetic) {
  if (scale.bits == 8)
    panel_.emplace(arithmetic.panel(formats::float8_e4m3fn, formats::float8_e4m3fn, Scales::in_instruction));
}

template <typename Arithmetic>
void BlockScaledProduct<Arithmetic>::scaled_in_instruction(Rows a, Rows b, std::size_t k_blocks, Sum* d) {
  panel_->begin(b.size(), a.size());
  for (std::size_t block = 0; block < k_blocks; ++block) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      std::copy_n(b[j].codes + block * kBlock, kBlock, panel_->a_codes(j).begin());
      std::ranges::fill(panel_->a_scales(j), b[j].scales[block]);
    }
    for (std::size_t i = 0; i < a.size(); ++i) {
      std::copy_n(a[i].codes + block * kBlock, kBlock, panel_->b_codes(i).begin());
      std::ranges::fill(panel_->b_scales(i), a[i].scales[block]);
    }
    panel_->add_step();
  }
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) *d++ = panel_->sum(j, i);
}

template <typename Arithmetic>
void BlockScaledProduct<Arithmetic>::multiply(Rows a, Rows b, std::int64_t k_blocks, Sum* d) {
  if (panel_)
    scaled_in_instruction(a, b, std::size_t(k_blocks), d);
  else
    scaled_in_software(a, b, std::size_t(k_blocks), d);
}

template class BlockScaledProduct<Numbers>;
template class BlockScaledProduct<Terms>;

}  // namespace lockstep::accumulation
