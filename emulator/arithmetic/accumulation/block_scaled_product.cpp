#include "emulator/arithmetic/accumulation/block_scaled_product.hpp"

#include <algorithm>
#include <array>

#include "emulator/arch/arch.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::accumulation {
namespace {

constexpr std::size_t kTile = Panel::kTile, kBlock = Panel::kStep, kDepth = std::size_t(matrix::k16x16x32.k);

/// What is scaled at a time: so many k, in as many instructions as they fill. An instruction takes runs of
/// consecutive k, and those between are the others'.
struct ScaledPart {
  std::size_t k, run;

  std::size_t instructions() const { return k / kDepth; }
};

/// One operand of the unscaled instruction: up to sixteen rows of A or columns of B, the rest zero.
template <typename Arithmetic>
struct NarrowSide {
  explicit NarrowSide(const Arithmetic& arithmetic) { codes.fill(arithmetic.code(0)); }

  alignas(64) std::array<typename Arithmetic::Code, kTile * kDepth> codes;

  /// The runs of an instruction's, the first of which begins at `first`.
  void place(typename BlockScaledProduct<Arithmetic>::Rows rows, const ScaledPart& part, std::size_t first) {
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t q = 0; q < kDepth / part.run; ++q)
        std::copy_n(rows[i].codes + first + q * part.run * part.instructions(), part.run,
                    &codes[i * kDepth + q * part.run]);
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
  const bool warpgroups = arch::has(of.arch(), arch::Feature::warpgroups);
  const ScaledPart part = warpgroups ? ScaledPart{128, 32} : ScaledPart{64, 8};
  const formats::Format& element = warpgroups ? formats::float8_e4m3fn : formats::float8_e4m3fnuz;
  NarrowSide<Arithmetic> x(of), y(of);
  std::fill_n(d, kTile * kTile, of.number(0));
  for (std::size_t k = 0; k < k_blocks * kBlock; k += part.k) {
    alignas(64) std::array<Sum, kTile * kTile> r;
    r.fill(of.number(0));
    for (std::size_t i = 0; i < part.instructions(); ++i) {
      x.place(a, part, k + i * part.run);
      y.place(b, part, k + i * part.run);
      of.multiply_narrow(element, y.codes.data(), x.codes.data(), r.data());  // r [b][a]
    }
    const std::size_t scale = k / kBlock * sizeof(float);
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t j = 0; j < b.size(); ++j) {
        const Sum x_scale = of.word(a[i].scales + scale), y_scale = of.word(b[j].scales + scale);
        const Sum sum = r[j * kTile + i], before = d[i * kTile + j];
        d[i * kTile + j] = order_ == ScaleOrder::row_first
                               ? of.fused(of.times(sum, x_scale), y_scale, before)
                               : of.fused(sum, of.times(x_scale, y_scale), before);
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
BlockScaledProduct<Arithmetic>::BlockScaledProduct(const Arithmetic& arithmetic, const formats::Format& scale,
                                                   ScaleOrder order)
    : arithmetic_(arithmetic), order_(order) {
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
