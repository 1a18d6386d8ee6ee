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
#include "kernels/grouped_gemm/block_scaled_wmma.hpp"

namespace lockstep::device::grouped_gemm {

struct Masked {
  std::uint8_t* d;
  const std::uint8_t *a, *a_scale, *b, *b_scale;
  int m, n, k;
  int a_scale_stride;  ///< scales from one k block to the next
};

__device__ inline Operands operands_of(const Masked& p, std::uint64_t group) {
  const auto m = static_cast<std::uint64_t>(p.m), n = static_cast<std::uint64_t>(p.n), k = static_cast<std::uint64_t>(p.k),
             blocks = k / kScaleBlock, stride = static_cast<std::uint64_t>(p.a_scale_stride);
  return {p.a + group * m * k, p.a_scale + group * blocks * stride, p.b + group * n * k,
          p.b_scale + group * (n / kScaleBlock) * blocks, p.n, p.k, p.a_scale_stride};
}

template <class S, wmma::Out kOut>
LOCKSTEP_IN_REGISTERS __device__ void masked(const Masked& p, const std::int32_t* masked_m, int row_tiles) {
  __shared__ std::uint8_t shared[wmma::kLdsOf<S, kOut, kStages>];
  const Thread thread = wave32::this_thread();
  const auto lds = (wave32::LdsBytes)shared;
  const auto group = static_cast<std::uint64_t>(__builtin_amdgcn_workgroup_id_z());
  const int column = static_cast<int>(__builtin_amdgcn_workgroup_id_x()) * S::kTileColumns;
  const int end = masked_m[group];
  const Operands operands = operands_of(p, group);
  std::uint8_t* const d = p.d + group * static_cast<std::uint64_t>(p.m) * static_cast<std::uint64_t>(p.n) * 2;
  for (int row = static_cast<int>(__builtin_amdgcn_workgroup_id_y()) * S::kTileRows; row < end; row += row_tiles * S::kTileRows) {
    const TileAt tile{row, end, column};
    wmma::Sums<S> sums;
    multiply<S>(operands, tile, lds, thread, sums);
    wmma::store_by_copy<S, kOut>(sums, part_of<S>(d, end, p.n, tile, thread), lds, thread);
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
