// What the grouped kernels of gfx1250 have in common: a tile of 128 rows by 128 or 256 columns of one group,
// multiplied by kernels/primitives/wmma_loop.hpp. Scales are e8m0: one per row of A and 128 of k, one per 128
// columns of B and 128 of k.
#pragma once

#include "kernels/primitives/wmma_store.hpp"

namespace lockstep::device::grouped_gemm {

inline constexpr int kScaleBlock = 128;  ///< k and n covered by one scale
inline constexpr int kStages = 2;

/// Scales lie behind the operands: of the tile's rows a byte each, then of its blocks of columns.
template <int kColumns>
struct Shape : wmma::TileShape<Element::e4m3fn, Element::e4m3fn, 128, kColumns> {
  using Tile = wmma::TileShape<Element::e4m3fn, Element::e4m3fn, 128, kColumns>;
  static constexpr int kAtScaleA = Tile::kAtScales, kAtScaleB = kAtScaleA + Tile::kTileRows;
  static constexpr int kStageBytes = kAtScaleB + 16;

  /// A byte for all four blocks of 32 of the instruction.
  __device__ static std::uint32_t for_all_blocks(std::uint8_t scale) { return scale * 0x01010101u; }

  struct Scaling : wmma::ScaleRegisters<Tile> {
    __device__ Scaling(wave32::LdsBytes stage, const Thread& thread, int) {
      const wave32::LdsBytes rows = stage + kAtScaleA + thread.wave / 2 * Tile::kWaveRows + thread.lane;
#pragma unroll
      for (int p = 0; p < Tile::kA16 / 2; ++p) this->a[p] = for_all_blocks(rows[32 * p]);
      const std::uint32_t b =
          for_all_blocks(stage[kAtScaleB + thread.wave % 2 * Tile::kWaveColumns / kScaleBlock]);
#pragma unroll
      for (int p = 0; p < Tile::kB16 / 2; ++p) this->b[p] = b;
    }
  };
};

/// The operands of one group: its planes, or, where groups share A, its rows among the others'.
struct Operands {
  const std::uint8_t *a, *a_scale, *b, *b_scale;
  int n, k;
  int a_scale_stride;  ///< scales from one k block to the next
};

/// A tile of D. Rows of A at or past `end` are not read.
struct TileAt {
  int row, end, column;
};

/// The tensor that a wave copies: A, B, the scales of A, those of B.
template <class S>
__device__ wmma::Stream stream_of(int wave, const Operands& o, const TileAt& tile, std::uint32_t lds) {
  using wmma::along_rows;
  const auto k = static_cast<std::uint64_t>(o.k);
  const int n_blocks = o.n / kScaleBlock, k_blocks = o.k / kScaleBlock;
  if (wave == 0) return along_rows(o.a, tile.end, tile.row, k, S::kStepBytesA, S::kTileRows, lds, S::kPadA);
  if (wave == 1)
    return along_rows(o.b, o.n / 16, tile.column / 16, k * 16, 16 * S::kStepBytesB, S::kTileColumns / 16,
                      lds + S::kAtB, 0);
  if (wave == 2) {
    const auto stride = static_cast<std::uint64_t>(o.a_scale_stride);
    const auto first = reinterpret_cast<std::uint64_t>(o.a_scale) + static_cast<std::uint32_t>(tile.row);
    return {{first, lds + S::kAtScaleA, wmma::rest(tile.end, tile.row), static_cast<std::uint32_t>(k_blocks),
             stride, S::kTileRows, 1, 0, 0},
            stride,
            0,
            1};
  }
  return along_rows(o.b_scale, n_blocks, tile.column / kScaleBlock, static_cast<std::uint64_t>(k_blocks), 1,
                    S::kTileColumns / kScaleBlock, lds + S::kAtScaleB, 0);
}

template <class S>
LOCKSTEP_IN_REGISTERS __device__ void multiply(const Operands& o, const TileAt& tile, wave32::LdsBytes lds,
                                               const Thread& thread, wmma::Sums<S>& sums) {
  const wmma::Stream stream = stream_of<S>(thread.wave, o, tile, wave32::address_of(lds));
  wmma::run<S, Cluster<1, 1>>(stream, o.k, lds, thread, 0, o.k / kScaleBlock, kStages, sums);
}

/// The part of a tile that a wave computes, of D with `rows` rows.
template <class S>
__device__ wmma::Destination part_of(std::uint8_t* d, int rows, int n, const TileAt& tile,
                                     const Thread& thread) {
  return {d, rows, n, tile.row + thread.wave / 2 * S::kWaveRows,
          tile.column + thread.wave % 2 * S::kWaveColumns};
}

}  // namespace lockstep::device::grouped_gemm
