// The four tensors of the dense block-scaled product, and how its scales lie in a stage of LDS.
#pragma once

#include "kernels/primitives/wmma_loop.hpp"

namespace lockstep::device::mx_gemm {

struct Operands {
  const std::uint8_t *a, *b, *a_scale, *b_scale;
  int m, n, k;
};

/// What of the scales of a step counts: past k, where elements are zeros, scales are 1, whatever stands
/// there.
struct ScaleMask {
  std::uint32_t keep, ones;

  __device__ explicit ScaleMask(int k_left) {
    const int blocks = k_left / 32;
    keep = blocks < 4 ? (1u << blocks * 8) - 1 : ~0u;
    ones = 0x7f7f7f7fu & ~keep;
  }
  __device__ std::uint32_t operator()(std::uint32_t scales) const { return (scales & keep) | ones; }
};

/// Scales of 16 kCount rows of one step, `lds`: [16][kCount] dwords, to registers of two tiles each.
template <int kCount, int kRegisters>
__device__ void read_scales(wave32::LdsBytes lds, int lane, const ScaleMask& mask,
                            std::uint32_t (&to)[kRegisters]) {
  using Lds = const __attribute__((address_space(3))) std::uint32_t*;
  const int upper = kCount == 1 ? 0 : lane / 16;
#pragma unroll
  for (int p = 0; p < kRegisters; ++p)
    to[p] = mask(*reinterpret_cast<Lds>(lds + (lane % 16 * kCount + 2 * p + upper) * 4));
}

/// Scales lie behind the operands: of 16 rows each, those of all its tiles side by side.
template <Element kElementA, Element kElementB, int kRows, int kColumns>
struct Shape : wmma::TileShape<kElementA, kElementB, kRows, kColumns> {
  using Tile = wmma::TileShape<kElementA, kElementB, kRows, kColumns>;
  static constexpr int kAtScaleA = Tile::kAtScales, kAtScaleB = kAtScaleA + kRows * 4;
  static constexpr int kStageBytes = kAtScaleB + kColumns * 4;

  struct Scaling : wmma::ScaleRegisters<Tile> {
    __device__ Scaling(wave32::LdsBytes stage, const Thread& thread, int k_left) {
      const ScaleMask mask(k_left);
      read_scales<Tile::kA16>(stage + kAtScaleA + thread.wave / 2 * Tile::kWaveRows * 4, thread.lane, mask,
                              this->a);
      read_scales<Tile::kB16>(stage + kAtScaleB + thread.wave % 2 * Tile::kWaveColumns * 4, thread.lane, mask,
                              this->b);
    }
  };
};

/// The tensor that a wave copies: A, B, the scales of A, those of B.
template <class S, class InCluster>
__device__ wmma::Stream stream_of(int wave, const Operands& o, int first_row, int first_column,
                                  std::uint32_t lds) {
  using wmma::along_rows, wmma::pieces;
  const std::uint32_t with_a = InCluster::of_same_x(), with_b = InCluster::of_same_y();
  const auto k = static_cast<std::uint64_t>(o.k);
  const auto steps = static_cast<std::uint64_t>(pieces(o.k, wmma::kDepth));
  constexpr int kGroupA = 16 * S::kA16, kGroupB = 16 * S::kB16;  // rows that have their scales side by side
  if (wave == 0)
    return along_rows(o.a, o.m, first_row, k * bits_of(S::kA) / 8, S::kStepBytesA, S::kTileRows, lds,
                      S::kPadA | with_a);
  if (wave == 1)
    return along_rows(o.b, pieces(o.n, 16), first_column / 16, k * 2 * bits_of(S::kB), 16 * S::kStepBytesB,
                      S::kTileColumns / 16, lds + S::kAtB, with_b);
  if (wave == 2)
    return along_rows(o.a_scale, pieces(o.m, kGroupA) * 16, first_row / S::kA16, steps * (4 * S::kA16),
                      4 * S::kA16, S::kTileRows / S::kA16, lds + S::kAtScaleA, with_a);
  return along_rows(o.b_scale, pieces(o.n, kGroupB) * 16, first_column / S::kB16, steps * (4 * S::kB16),
                    4 * S::kB16, S::kTileColumns / S::kB16, lds + S::kAtScaleB, with_b);
}

}  // namespace lockstep::device::mx_gemm
