// grouped_gemm_masked on gfx1250: every group has room for m rows, of which the first masked_m[group] take part.
//
// Grid (columns, row_tiles, groups), 128 threads; `columns` covers n by tiles of 128 columns, or of 256 (large). A workgroup
// takes tiles y, y + row_tiles, ... of its group, as many as lie below masked_m. Each of its four waves computes a quarter of
// the tile, and copies one of four tensors to LDS (kernels/primitives/wmma_loop.hpp). Rows at or past masked_m are neither
// read nor written: descriptors end there.
//
// Declared order: k ascending into f32 accumulators that start at zero, one scaled 16x16x128 matrix instruction per 128 of k,
// whose first operand is B. Then one rounding to the output format, nearest even.
//
// What limits it: matrix instructions, while the copies of the next step are under way.
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
      const std::uint32_t b = for_all_blocks(stage[kAtScaleB + thread.wave % 2 * Tile::kWaveColumns / kScaleBlock]);
#pragma unroll
      for (int p = 0; p < Tile::kB16 / 2; ++p) this->b[p] = b;
    }
  };
};

struct Masked {
  std::uint8_t* d;
  const std::uint8_t *a, *a_scale, *b, *b_scale;
  int m, n, k;
  int a_scale_stride;  ///< scales from one k block to the next
};

/// The tensor that a wave copies: A, B, the scales of A, those of B. `end`: the group's active rows.
template <class S>
__device__ wmma::Stream stream_of(int wave, const Masked& p, std::uint64_t group, int first_row, int end, int first_column,
                                  std::uint32_t lds) {
  using wmma::along_rows;
  const auto m = static_cast<std::uint64_t>(p.m), n = static_cast<std::uint64_t>(p.n), k = static_cast<std::uint64_t>(p.k);
  const int n_blocks = p.n / kScaleBlock, k_blocks = p.k / kScaleBlock;
  const auto blocks = static_cast<std::uint64_t>(k_blocks);
  if (wave == 0) return along_rows(p.a + group * m * k, end, first_row, k, S::kStepBytesA, S::kTileRows, lds, S::kPadA);
  if (wave == 1)
    return along_rows(p.b + group * n * k, p.n / 16, first_column / 16, k * 16, 16 * S::kStepBytesB, S::kTileColumns / 16,
                      lds + S::kAtB, 0);
  if (wave == 2) {
    const auto stride = static_cast<std::uint64_t>(p.a_scale_stride);
    const auto first = reinterpret_cast<std::uint64_t>(p.a_scale) + group * blocks * stride + static_cast<std::uint32_t>(first_row);
    return {{first, lds + S::kAtScaleA, wmma::rest(end, first_row), static_cast<std::uint32_t>(k_blocks), stride, S::kTileRows, 1, 0, 0},
            stride, 0, 1};
  }
  return along_rows(p.b_scale + group * static_cast<std::uint32_t>(n_blocks) * blocks, n_blocks, first_column / kScaleBlock,
                    blocks, 1, S::kTileColumns / kScaleBlock, lds + S::kAtScaleB, 0);
}

template <class S, wmma::Out kOut>
LOCKSTEP_IN_REGISTERS __device__ void masked(const Masked& p, const std::int32_t* masked_m, int row_tiles) {
  __shared__ std::uint8_t shared[wmma::kLdsOf<S, kOut, kStages>];
  const Thread thread = wave32::this_thread();
  const auto lds = (wave32::LdsBytes)shared;
  const auto group = static_cast<std::uint64_t>(__builtin_amdgcn_workgroup_id_z());
  const int column = static_cast<int>(__builtin_amdgcn_workgroup_id_x()) * S::kTileColumns;
  const int end = masked_m[group];
  std::uint8_t* const d = p.d + group * static_cast<std::uint64_t>(p.m) * static_cast<std::uint64_t>(p.n) * 2;
  for (int row = static_cast<int>(__builtin_amdgcn_workgroup_id_y()) * S::kTileRows; row < end; row += row_tiles * S::kTileRows) {
    wmma::Sums<S> sums;
    const wmma::Stream stream = stream_of<S>(thread.wave, p, group, row, end, column, wave32::address_of(lds));
    wmma::run<S, Cluster<1, 1>>(stream, p.k, lds, thread, 0, p.k / kScaleBlock, kStages, sums);
    const wmma::Destination to{d, end, p.n, row + thread.wave / 2 * S::kWaveRows, column + thread.wave % 2 * S::kWaveColumns};
    wmma::store_by_copy<S, kOut>(sums, to, lds, thread);
    wave32::hand_over_lds();  // the next tile's copies may overwrite LDS
  }
}

}  // namespace lockstep::device::grouped_gemm

#define LOCKSTEP_KERNEL(NAME, COLUMNS, OUT)                                                                                  \
  extern "C" __global__ LOCKSTEP_WAVE32_WORKGROUP void NAME(                                                                 \
      std::uint8_t* d, const std::uint8_t* a, const std::uint8_t* a_scale, const std::uint8_t* b,                            \
      const std::uint8_t* b_scale, const std::int32_t* masked_m, std::int32_t m, std::int32_t n, std::int32_t k,             \
      [[maybe_unused]] std::int32_t groups, std::int32_t a_scale_stride, std::int32_t row_tiles) {                           \
    using namespace lockstep::device;                                                                                        \
    grouped_gemm::masked<grouped_gemm::Shape<COLUMNS>, wmma::Out::OUT>({d, a, a_scale, b, b_scale, m, n, k, a_scale_stride}, \
                                                                       masked_m, row_tiles);                                 \
  }

LOCKSTEP_KERNEL(grouped_gemm_masked_bf16, 128, bf16)
LOCKSTEP_KERNEL(grouped_gemm_masked_f16, 128, f16)
LOCKSTEP_KERNEL(grouped_gemm_masked_bf16_large, 256, bf16)
LOCKSTEP_KERNEL(grouped_gemm_masked_f16_large, 256, f16)
